// Title and icon show whose turn it is, at this table and at others open in this browser.
const main = document.getElementById('main');
const icon = document.querySelector('link[rel=icon]');
const KEY = 'turn-';
const own = `${KEY}${main.dataset.table}`;
const calm = icon.href;

function others() {
  return Object.keys(localStorage).filter((key) => key.startsWith(KEY) && key !== own).length;
}

function show(now) {
  if (now) localStorage.setItem(own, '1');
  else localStorage.removeItem(own);
  say(now);
}

function say(now) {
  const waiting = others();
  const title = now ? main.dataset.turnTitle : main.dataset.title;
  document.title = waiting ? `(${waiting + (now ? 1 : 0)}) ${title}` : title;
  icon.href = now || waiting ? main.dataset.turnIcon : calm;
}

const isMine = () => localStorage.getItem(own) !== null;
addEventListener('storage', (event) => { if (!event.key || event.key.startsWith(KEY)) say(isMine()); });
// A closed page drops its claim; one restored from the back/forward cache announces itself again.
let before = false;
addEventListener('pagehide', () => { before = isMine(); localStorage.removeItem(own); });
addEventListener('pageshow', (event) => { if (event.persisted) show(before); });

export const turns = { show };
