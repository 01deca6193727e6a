// "Since your last turn" shown on the board: line by line, the place is outlined and a piece flies there. It starts
// when a player returns, blocks nothing, and ends with the first click, key or move.
import { fly } from './flying.js';

const PAUSES = { slow: 2600, normal: 1700, fast: 900, off: 1700 };  // milliseconds for each line
const since = document.getElementById('since');
const caption = document.getElementById('recap');
const again = document.getElementById('recap-again');
const main = document.getElementById('main');
const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const kept = `recap:${main.dataset.table}`;  // the position last shown: a reload does not show it again

let timer = null;
let number = null;  // the position being shown

const lines = () => [...since.querySelectorAll('[data-places]')];
const boxes = (name) => document.querySelectorAll(`#board [data-place="${CSS.escape(name)}"]`);

function clear() {
  clearTimeout(timer);
  timer = null;
  caption.hidden = true;
  for (const marked of document.querySelectorAll('.recalled')) marked.classList.remove('recalled');
}

function show(left) {
  clear();
  const [line, ...rest] = left;
  if (!line?.isConnected || main.dataset.number !== number) return;
  const names = line.dataset.places.split(' ');
  line.classList.add('recalled');
  line.scrollIntoView({ block: 'nearest' });
  for (const name of names) for (const place of boxes(name)) place.classList.add('recalled');
  caption.innerHTML = line.firstElementChild.innerHTML;
  caption.hidden = false;
  if (names.length > 1) fly.along(...names);
  timer = setTimeout(() => show(rest), PAUSES[localStorage.getItem('speed')] ?? PAUSES.normal);
}

function start() {
  number = main.dataset.number;
  sessionStorage.setItem(kept, number);
  show(lines());
}

// On return: once for each position.
function greet() {
  const isWanted = !reduced.matches && localStorage.getItem('speed') !== 'off' && !document.hidden;
  if (isWanted && sessionStorage.getItem(kept) !== main.dataset.number && !document.querySelector('#tutorial[data-stop]')) start();
}

export const recap = {
  // Call after the page has changed.
  check(returned) {
    again.hidden = !lines().length;
    if (timer !== null) clear();
    if (returned) greet();
    else if (!document.hidden) sessionStorage.setItem(kept, main.dataset.number);  // seen as it happened
  },
  begin() {
    again.hidden = !lines().length;
    again.addEventListener('click', start);
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, clear, true);
    document.addEventListener('visibilitychange', greet);
    greet();
  },
};
