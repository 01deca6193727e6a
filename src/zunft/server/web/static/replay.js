// Replay: keys, the scrubber, the list of moves and autoplay fetch a position and swap it in.
import { explain } from './tips.js';

const PAUSES = { slow: 2500, normal: 1200, fast: 500, off: 1200 };  // milliseconds between two positions
const main = () => document.getElementById('main');
const at = () => +main().dataset.at;
const last = () => +main().dataset.last;
// Keep loaded content: the list of moves, and any details the viewer has opened.
const keep = { morphStyle: 'outerHTML', callbacks: {
  beforeNodeMorphed: (old) => old.id !== 'move-list',
  beforeAttributeUpdated: (name) => name !== 'open',
} };

let busy = false;
let wanted = null;

const address = (number) => `?at=${number}${main().dataset.perspective === '' ? '' : `&seat=${main().dataset.perspective}`}`;

async function go(number) {
  wanted = Math.min(Math.max(1, number), last());
  if (busy) return;
  busy = true;
  try {
    while (wanted !== null && wanted !== at()) await fetchPosition(address(wanted));
  } finally {
    busy = false;  // also when the connection is lost: the next step tries again
  }
}

async function fetchPosition(target) {
  const answer = await fetch(target, { headers: { 'x-step': '1' } });
  if (!answer.ok) { wanted = null; location.assign(target); return; }  // a refusal is a page of its own
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  Idiomorph.morph(main(), page.getElementById('main'), keep);
  history.replaceState(null, '', target);
  show();
}

// The list of moves

const position = (link) => +new URL(link.href).searchParams.get('at');

function show() {
  const links = [...document.querySelectorAll('#move-list a')];
  const before = links.filter((link) => position(link) <= at());
  const here = before.length ? position(before.at(-1)) : 0;
  for (const link of links) if (position(link) === here) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
  const list = document.getElementById('moves');
  const line = before.at(-1)?.closest('li');
  if (line && list.open) list.scrollTop = line.offsetTop - list.clientHeight / 2;
  const button = document.getElementById('autoplay');
  button.hidden = false;
  button.setAttribute('aria-pressed', playing !== null);
}

// Autoplay

let playing = null;

function play() {
  if (at() >= last()) go(1);
  playing = setInterval(() => { if (at() >= last()) stop(); else if (!busy) go(at() + 1); }, PAUSES[localStorage.getItem('speed')] ?? PAUSES.normal);
  show();
}

function stop() {
  clearInterval(playing);
  playing = null;
  show();
}

addEventListener('keydown', (event) => {
  if (event.target.matches('input[type=text], textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  const turn = (rel) => position(document.querySelector(`a[rel=${rel}]`));
  const isChart = event.target.id === 'chances';  // a slider, so up and down work as well; elsewhere they scroll
  const key = (isChart && { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }[event.key]) || event.key;
  const target = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 1, End: last(), PageUp: turn('turn-back'), PageDown: turn('turn-on') }[key];
  if (target === undefined) return;
  event.preventDefault();
  stop();
  go(target);
});
document.addEventListener('input', (event) => { if (event.target.id === 'scrub') go(+event.target.value); });
document.addEventListener('click', (event) => {
  if (event.target.closest('#autoplay')) { if (playing === null) play(); else stop(); return; }
  const link = event.target.closest('nav a[rel], #move-list a');
  if (!link) return;
  event.preventDefault();
  stop();
  go(position(link));
});
explain.begin();
show();
