// Makes the table page live: hears what happened, sends what was chosen, lets pieces fly. Knows no game.
import { explain } from './tips.js';
import { fly } from './flying.js';
import { compose } from './compose.js';

const main = document.getElementById('main');
const link = document.getElementById('link');
const toast = document.getElementById('toast');
const log = document.getElementById('log');
const scroll = document.getElementById('scroll');
const keep = { morphStyle: 'outerHTML', callbacks: { beforeAttributeUpdated: (name) => !['open', 'style'].includes(name) } };

// Hearing

let stream;
let wait = 500;
const pieces = {};  // of each region, as this stream told them last
const shown = {};  // each region as it was put in place last

function connect() {
  stream = new EventSource(`${main.dataset.stream}?since=${main.dataset.number}`);
  stream.onopen = () => { wait = 500; show('live'); };
  stream.onmessage = (event) => afterPaint(() => update(JSON.parse(event.data)));
  stream.onerror = () => {
    show('lost');
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 10000);
    }
  };
}

// First the answer to what the player does is painted, then what others did. Hidden pages paint nothing.
function afterPaint(work) {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

function show(state) {
  link.dataset.live = state;
  link.textContent = state === 'lost' ? link.dataset.lost : '';
}

// A region comes as new pieces and as runs of pieces that are here already.
function whole(id, told) {
  pieces[id] = told.flatMap((each) => typeof each === 'string' ? each : pieces[id].slice(...each));
  return pieces[id].join('');
}

function update({ news, regions }) {
  const wholes = Object.entries(regions).map(([id, told]) => [id, whole(id, told)]);
  if (news.number <= +main.dataset.number) return;
  const land = fly.ready(news.moves);
  const below = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
  main.dataset.number = news.number;
  for (const [id, html] of wholes) {
    if (shown[id] !== html) Idiomorph.morph(document.getElementById(id), html, keep);
    shown[id] = html;
  }
  explain.check();
  if (news.anew) log.innerHTML = news.log;
  else log.insertAdjacentHTML('beforeend', news.log);
  if (below) scroll.scrollTop = scroll.scrollHeight;
  land();
  if (news.summary) sumUp(news.summary);
  compose.begin();
  tick();
  turn(news.turn);
}

// What a round brought, beside the board until somebody closes it or goes on.
const summary = document.getElementById('summary');
function sumUp(lines) {
  summary.querySelector('.log').innerHTML = lines;
  if (!summary.open) summary.show();
}
addEventListener('keydown', (event) => { if (event.key === 'Escape') summary.close(); });

// A stream that nobody looks at is given back: browsers allow few.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && !wantsNotices()) stream.close();
  else if (stream.readyState === EventSource.CLOSED) connect();
});
addEventListener('pagehide', () => stream.close());
addEventListener('pageshow', (event) => { if (event.persisted) connect(); });

// Choosing

let sure = null;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.dataset.live) return;
  event.preventDefault();
  const button = event.submitter;
  if (form.dataset.live === 'choose' && setting('confirm') && sure !== button) {
    ask(button);
    return;
  }
  sure = null;
  if (form.dataset.live === 'choose') summary.close();
  send(form, new FormData(form, button));
});

function ask(button) {
  sure?.classList.remove('sure');
  sure = button;
  button.classList.add('sure');
  explain.show(button);
}

async function send(form, data) {
  try {
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(data), headers: { 'x-live': '1' } });
    if (!answer.ok) complain((await answer.json()).detail);
    else if (form.dataset.live === 'keep') form.reset();
  } catch { complain(link.dataset.lost); }
}

let hush;

function complain(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hush);
  hush = setTimeout(() => { toast.hidden = true; }, 4000);
}

// Keys

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input:not([type=checkbox]), textarea, select')) return;
  if (event.key === '?') for (const help of document.querySelectorAll('.help')) help.hidden = !help.hidden;
  else if (event.key === 'r') openRules();
  else if (event.key.startsWith('Arrow') && event.target.closest('#board')) walk(event);
  else document.querySelector(`#decision [data-key="${CSS.escape(event.key)}"]:not(:disabled)`)?.click();
});

// Arrows go from thing to thing in the order of the board.
function walk(event) {
  const things = [...document.querySelectorAll('#board .pick, #board [data-tip], #board [data-part]')].filter((thing) => thing.offsetParent);
  const step = ['ArrowRight', 'ArrowDown'].includes(event.key) ? 1 : -1;
  const next = things[things.indexOf(event.target.closest('.pick, [data-tip], [data-part]')) + step];
  if (next) { event.preventDefault(); next.focus(); }
}

const rules = document.getElementById('rules-link');
const place = () => {
  const decision = document.getElementById('decision').dataset.decision;
  rules.href = rules.href.split('#')[0] + (decision ? `#decision-${decision}` : '');
};
rules.addEventListener('click', place);
function openRules() { place(); rules.click(); }

// Clocks

function tick() {
  for (const clock of document.querySelectorAll('.clock')) {
    if (clock.shownOf !== clock.dataset.left) { clock.shownOf = clock.dataset.left; clock.until = Date.now() + +clock.dataset.left; }
    const left = 'running' in clock.dataset ? Math.max(0, clock.until - Date.now()) : +clock.dataset.left;
    const seconds = Math.ceil(left / 1000);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    clock.textContent = parts.slice(parts[0] ? 0 : 1).map((part, at) => at ? String(part).padStart(2, '0') : part).join(':');
  }
}
setInterval(tick, 500);

// Telling whose turn it is

const wantsNotices = () => globalThis.Notification?.permission === 'granted';
let mine = document.querySelector('#decision .pick') !== null;

function turn(now) {
  const came = now && !mine;
  mine = now;
  document.title = now ? main.dataset.turnTitle : main.dataset.title;
  if (!came) return;
  if (setting('sound')) beep();
  if (document.hidden && wantsNotices()) new Notification(main.dataset.turnTitle, { tag: main.dataset.table });
}

function beep() {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.setValueAtTime(0.15, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.6);
  tone.frequency.value = 660;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.6);
}

const notify = document.getElementById('notify');
if (globalThis.Notification?.permission === 'default') notify.hidden = false;
notify.addEventListener('click', async () => { await Notification.requestPermission(); notify.hidden = true; });

// Settings of this browser

function setting(name) { return localStorage.getItem(name) === 'on'; }
for (const name of ['sound', 'confirm', 'still']) {
  const box = document.getElementById(name);
  box.checked = setting(name);
  box.addEventListener('change', () => localStorage.setItem(name, box.checked ? 'on' : 'off'));
}

scroll.scrollTop = scroll.scrollHeight;
turn(mine);
tick();
compose.begin();
explain.begin();
connect();
