// Looking back: keys and the scrubber fetch the position and put it in place.
import { explain } from './tips.js';

let busy = false;
let wanted = null;

async function go(number) {
  const main = document.getElementById('main');
  const last = +main.dataset.last;
  wanted = Math.min(Math.max(1, number), last);
  if (busy) return;
  busy = true;
  while (wanted !== null && wanted !== +document.getElementById('main').dataset.at) {
    const target = wanted;
    const answer = await fetch(`?at=${target}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    Idiomorph.morph(document.getElementById('main'), page.getElementById('main'), { morphStyle: 'outerHTML' });
    history.replaceState(null, '', `?at=${target}`);
  }
  busy = false;
}

const at = () => +document.getElementById('main').dataset.at;
const last = () => +document.getElementById('main').dataset.last;

addEventListener('keydown', (event) => {
  if (event.target.matches('input[type=text], textarea')) return;
  const target = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 1, End: last() }[event.key];
  if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  go(target);
});
document.addEventListener('input', (event) => { if (event.target.id === 'scrub') go(+event.target.value); });
document.addEventListener('click', (event) => {
  const link = event.target.closest('nav a[rel]');
  if (!link) return;
  event.preventDefault();
  go(+new URL(link.href).searchParams.get('at'));
});
explain.begin();
