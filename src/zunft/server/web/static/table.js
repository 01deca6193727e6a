// Makes the table page live: receives updates, sends choices, animates moves. Independent of any game.
import { ticks } from './ticks.js';  // before the others: its click listener must run first
import { explain } from './tips.js';
import { fly } from './flying.js';
import { compose } from './compose.js';
import { presence } from './presence.js';
import { sheet } from './sheet.js';
import { story } from './story.js';
import { recap } from './recap.js';
import { aids } from './aids.js';
import { aside } from './aside.js';
import { turns } from './turns.js';
import { tutorial } from './tutorial.js';

const main = document.getElementById('main');
const link = document.getElementById('link');
const toast = document.getElementById('toast');
const keep = {
  morphStyle: 'outerHTML',
  callbacks: {
    beforeAttributeUpdated: (name) => !['open', 'style', 'data-whole'].includes(name),  // set here, not by the server
    beforeNodeRemoved: (node) => node.id !== 'hints',  // hints.js removes them with their question
  },
};

// Receiving updates

let stream;
let wait = 500;
let returned = false;  // whether the next update brings what happened while the page was hidden
const pieces = {};  // pieces of each region, as last sent by this stream
const shown = {};  // HTML of each region, as last rendered

function connect() {
  stream = new EventSource(`${main.dataset.stream}?since=${main.dataset.number}`);
  stream.onopen = () => { wait = 500; showLink('live'); };
  stream.addEventListener('presence', presence.receive);
  stream.onmessage = (event) => afterPaint(() => show(JSON.parse(event.data)));
  stream.addEventListener('left', () => location.reload());
  stream.onerror = () => {
    showLink('lost');
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 10000);
    }
  };
}

// Paint the response to the player's own action first, then what others did. Hidden pages paint nothing.
function afterPaint(work) {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

function showLink(state) {
  link.dataset.live = state;
  link.textContent = state === 'lost' ? link.dataset.lost : '';
}

// A region arrives as new pieces and as ranges of pieces that are already here.
function whole(id, changes) {
  pieces[id] = changes.flatMap((each) => typeof each === 'string' ? each : pieces[id].slice(...each));
  return pieces[id].join('');
}

// A click meant for the last decision must not answer the next one, which appears under the pointer.
const YOUNG = 400;  // milliseconds
let appearedAt = -Infinity;  // when the current decision appeared
let answered = false;  // whether its answer has been sent

function isYoung() { return performance.now() - appearedAt < YOUNG; }

function appeared() {
  appearedAt = performance.now();
  answered = false;
  delete main.dataset.ready;
  setTimeout(() => { if (!isYoung()) ready(); }, YOUNG + 1);
}

function ready() {
  main.dataset.ready = '';
  aids.decide();
}

function show({ update, regions }) {
  const wholes = Object.entries(regions).map(([id, changes]) => [id, whole(id, changes)]);
  if (update.number <= +main.dataset.number) return;
  const land = fly.ready(update.moves);
  main.dataset.number = update.number;
  appeared();
  for (const [id, html] of wholes) {
    if (shown[id] !== html) Idiomorph.morph(document.getElementById(id), html, keep);
    shown[id] = html;
  }
  explain.check();
  story.show(update);
  recap.check(returned);
  returned = false;
  land();
  if (document.querySelector('#decision.over')) summary.close();  // the end explains itself
  else if (update.summary) sumUp(update.summary);
  story.follow();
  endInvitations();
  compose.begin();
  ticks.begin();
  sheet.renew();
  presence.show();
  tutorial.follow();
  tick();
  aside.keep();  // last: everything else is in place
  turn(update.turn);
}

// Links and "Sit down" disappear when no seat is open any more.
function endInvitations() {
  if (!document.querySelector('#seats .open')) for (const dialog of document.querySelectorAll('.sit:not(.away)')) dialog.remove();
}

// Summary of a round, next to the board until the player closes it or moves on.
const summary = document.getElementById('summary');
function sumUp(lines) {
  summary.querySelector('.log').innerHTML = lines;
  if (!summary.open) summary.show();
}
addEventListener('keydown', (event) => { if (event.key === 'Escape') summary.close(); });

// Hidden pages close their stream: browsers allow few.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && !wantsNotices()) stream.close();
  else if (stream.readyState === EventSource.CLOSED) {
    returned = true;
    connect();
  }
});
addEventListener('pagehide', () => stream.close());
addEventListener('pageshow', (event) => { if (event.persisted) connect(); });

// Choosing

let sure = null;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.ask && form !== agreed) {
    event.preventDefault();
    askFirst(form);
    return;
  }
  if (!form.dataset.live) return;
  event.preventDefault();
  const button = event.submitter;
  if (form.dataset.live === 'choose' && (answered || isYoung())) return;
  if (form.dataset.live === 'choose' && setting('confirm') && sure !== button && !sheet.isMeant(button)) {
    ask(button);
    return;
  }
  sure = null;
  if (form.dataset.live === 'choose') {
    answered = true;
    summary.close();
  }
  send(form, new FormData(form, button));
});

// Irreversible choices ask for confirmation.
const question = document.getElementById('ask');
let agreed = null;
let asking = null;

function askFirst(form) {
  asking = form;
  question.querySelector('p').textContent = form.dataset.ask;
  question.showModal();
}
question.addEventListener('close', () => {
  if (question.returnValue !== 'yes') return;
  agreed = asking;
  asking.requestSubmit();
  agreed = null;
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
    if (!answer.ok) refused(await answer.json());
    else if (form.dataset.live === 'keep') form.reset();
  } catch { refused({ detail: link.dataset.lost }); }
}

function refused({ detail, code }) {
  answered = false;
  if (!tutorial.answer(detail, code)) complain(detail);
  sheet.refused();
}

let hush;

function complain(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hush);
  hush = setTimeout(() => { toast.hidden = true; }, 4000);
}

// Keys

// Small and capital letters are different keys, but `h` asks for a hint like `H` unless a choice has that key.
function withKey(key) {
  const button = document.querySelector(`#decision [data-key="${CSS.escape(key)}"]:not(:disabled)`);
  return button ?? (key === 'h' ? document.querySelector('#decision .hint [data-key]') : null);
}

addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target.closest('button, a, summary')) return;  // default behaviour
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input:not([type=checkbox]), textarea, select')) return;
  if (event.key === '?') for (const help of document.querySelectorAll('.help')) help.hidden = !help.hidden;
  else if (event.key === 'r') openRules();
  else if (event.key.startsWith('Arrow') && event.target.closest('#board')) walk(event);
  else withKey(event.key)?.click();
});

// Arrow keys move between things in board order.
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

const LOW = 60_000;  // milliseconds left on a running clock

function tick() {
  for (const clock of document.querySelectorAll('.clock')) {
    if (clock.shownOf !== clock.dataset.left) { clock.shownOf = clock.dataset.left; clock.until = Date.now() + +clock.dataset.left; }
    const left = 'running' in clock.dataset ? Math.max(0, clock.until - Date.now()) : +clock.dataset.left;
    const seconds = Math.ceil(left / 1000);
    clock.toggleAttribute('data-low', 'running' in clock.dataset && left < LOW);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    clock.textContent = parts.slice(parts[0] ? 0 : 1).map((part, at) => at ? String(part).padStart(2, '0') : part).join(':');
  }
}
setInterval(tick, 500);

// Turn notifications

const wantsNotices = () => globalThis.Notification?.permission === 'granted';
let mine = document.querySelector('#decision .pick') !== null;

function turn(now) {
  const came = now && !mine;
  mine = now;
  turns.show(now);
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

// Browser settings

function setting(name) { return localStorage.getItem(name) === 'on'; }
for (const name of ['sound', 'confirm']) {
  const box = document.getElementById(name);
  box.checked = setting(name);
  box.addEventListener('change', () => localStorage.setItem(name, box.checked ? 'on' : 'off'));
}

story.begin();
aids.begin();
ready();
turn(mine);
tick();
compose.begin();
ticks.begin();
explain.begin();
sheet.begin();
recap.begin();
connect();
