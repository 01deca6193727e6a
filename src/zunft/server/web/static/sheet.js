// Touch and small screens: the sheet below the board shows what the board lacks; one tap explains, a second acts.
const main = document.getElementById('main');
const box = document.getElementById('explain');
const narrow = matchMedia('(max-width: 900px)');
const board = () => document.getElementById('board');
const decision = () => document.getElementById('decision');
const isSeen = (thing) => thing.offsetParent !== null;
const PARTS = '#board [data-part]';
const PICKS = '#board .pick[name=action]';
const LIT = '#board [data-lit]';
const DRAG = 24;  // pixels that turn a tap into a drag
const HIGH = 0.4;  // of the screen: a sheet that leaves the board little room
const GAP = 6;  // pixels between a revealed element and the edge

// Choices on board and sheet

function begin() {
  main.dataset.sheet = 'two';
  document.addEventListener('pointerdown', (event) => { main.toggleAttribute('data-touch', event.pointerType === 'touch'); }, true);
  document.addEventListener('keydown', () => { delete main.dataset.touch; }, true);
  document.addEventListener('click', tapped, true);
  box?.querySelector('button').addEventListener('click', () => act());
  for (const kind of ['pointerdown', 'pointerup']) document.addEventListener(kind, drag);
  for (const kind of ['pointerdown', 'wheel', 'keydown']) addEventListener(kind, () => { settled = true; }, { capture: true, passive: true });
  const sizes = new ResizeObserver(() => { if (!settled) settle(); });
  for (const row of [board(), decision()]) sizes.observe(row);
  document.addEventListener('scroll', (event) => { if (event.target.matches?.('[data-rail]')) markTabs(); }, true);
  renew();
}

// Call after the page has changed.
function renew() {
  disarm();
  main.dataset.sheet = 'two';
  unfold();
  offer();
  turnPage();
  settled = false;
  if (narrow.matches) requestAnimationFrame(settle);
}

// Until the player does something, what is asked for stays in view, also when fonts or hints arrive late.
let settled = false;

function settle() {
  if (!narrow.matches) return;
  makeRoom();
  reveal(askedFor());
}

// The rules under the question give way where they leave the board too little room; the list has them in any case.
function makeRoom() {
  delete main.dataset.tight;
  const free = [...askedFor()].filter((thing) => isSeen(thing) && !thing.closest('[data-dock]'));
  const isHigh = decision().scrollHeight > HIGH * innerHeight;
  main.toggleAttribute('data-tight', isHigh || (free.length > 0 && !fits(board(), free)));
}

function fits(scroller, things) {
  const { top, bottom } = around(things);
  return bottom - top + 2 * GAP <= lowest(scroller) - scroller.getBoundingClientRect().top;
}

// What a guided stop highlights on the board, else all choices there.
function askedFor() {
  const lit = document.querySelectorAll(LIT);
  return lit.length ? lit : document.querySelectorAll(`${PICKS}, ${PARTS}`);
}

// After a refused choice: the sheet again, and what was asked for in view.
function refused() {
  disarm();
  if (narrow.matches) requestAnimationFrame(settle);
}

// The sheet omits choices that the board offers.
function offer() {
  const there = new Set([...document.querySelectorAll(PICKS)].filter(isSeen).map((pick) => pick.value));
  for (const set of document.querySelectorAll('#board [data-parts]')) there.add(set.dataset.action);
  for (const pick of decision().querySelectorAll('.choices .pick')) pick.parentElement.classList.toggle('on-board', there.has(pick.value));
  const set = decision().querySelector('.set');
  if (set) set.hidden = !document.querySelector(PARTS);
  const handle = decision().querySelector('.handle');
  if (handle) handle.hidden = false;
}

// Of small things side by side (data-fold) one is expanded: what the decision is about, or what was tapped.

function unfold() {
  const here = document.querySelector('#board [data-fold][data-here]');
  if (here || !main.dataset.open || document.querySelector(PICKS)) main.dataset.open = here?.dataset.fold ?? 1;
}

function openTapped(thing) {
  const fold = narrow.matches && !thing.closest('.pick') && thing.closest('[data-fold]');
  if (!fold || fold.dataset.fold === main.dataset.open) return false;
  main.dataset.open = fold.dataset.fold;
  return true;
}

// Boards of several pages (data-page), swiped sideways, with a tab (data-tab) for each.

const pages = (name) => [...document.querySelectorAll(`#board [data-page="${name}"]`)];
const tabs = () => [...document.querySelectorAll('#board [data-tab]')];
const has = (tab, what) => pages(tab.dataset.tab).some((page) => page.querySelector(what));

function turnPage() {
  if (!tabs().some(isSeen)) return;
  const tab = tabs().find((each) => has(each, '[data-lit]')) ?? tabs().find((each) => has(each, '.pick'));
  if (tab) showPage(tab.dataset.tab);
  markTabs();
}

function showPage(name) {
  const page = pages(name)[0];
  const rail = page.closest('[data-rail]');
  rail.scrollBy({ left: page.getBoundingClientRect().left - rail.getBoundingClientRect().left - GAP, behavior: 'instant' });
}

function markTabs() {
  const middle = innerWidth / 2;
  for (const tab of tabs()) {
    const box = pages(tab.dataset.tab)[0].getBoundingClientRect();
    if (box.left < middle && box.right > middle) tab.setAttribute('aria-current', 'page'); else tab.removeAttribute('aria-current');
    tab.toggleAttribute('data-hot', has(tab, '.pick'));
  }
}

// Heights of the sheet

const HEIGHTS = ['line', 'two', 'list'];
let dragged = null;

function resize(height) {
  disarm();
  main.dataset.sheet = height;
  for (const every of decision().querySelectorAll('details.every')) every.open = height === 'list';
  decision().querySelector('.handle')?.setAttribute('aria-expanded', height === 'list');
}

function drag(event) {
  if (event.type === 'pointerdown') dragged = event.target.closest('.handle') ? event.clientY : null;
  else if (dragged !== null) {
    const way = Math.sign(dragged - event.clientY) * (Math.abs(dragged - event.clientY) > DRAG);
    const at = HEIGHTS.indexOf(main.dataset.sheet) + way;
    dragged = null;
    if (way) resize(HEIGHTS[Math.min(Math.max(at, 0), HEIGHTS.length - 1)]);
  }
}

// First tap explains, second tap acts. Compared by value, not by node: nodes are replaced.

let armed = null;  // the thing being explained
let meant = null;  // the choice that was explained and may be played

function tapped(event) {
  const thing = event.target;
  const tab = thing.closest('[data-tab]');
  if (tab) showPage(tab.dataset.tab);
  if (thing.closest('.handle')) resize(main.dataset.sheet === 'list' ? 'two' : 'list');
  if (!thing.closest('a, dfn')) thing.closest('.about')?.toggleAttribute('data-whole');
  if (openTapped(thing)) { disarm(); return; }
  if (!('touch' in main.dataset) || thing.closest('#explain') || !box) return;
  const pick = thing.closest(PICKS);
  if (pick) {
    if (meant === pick.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    arm(pick, pick.value);
  } else if (!thing.closest('[data-part]')) {
    const explained = thing.closest('#board [data-tip]');
    if (explained && explained !== armed) arm(explained, null); else disarm();
  }
}

function arm(thing, value) {
  disarm();
  armed = thing;
  meant = value;
  thing.classList.add('armed');
  const [what, ...why] = thing.dataset.tip.trim().split('\n');
  box.querySelector('.what').textContent = why.length || value ? what : '';
  box.querySelector('.why').textContent = why.length || value ? why.join('\n') : what;
  box.querySelector('button').hidden = !value;
  box.hidden = false;
}

function disarm() {
  armed?.classList.remove('armed');
  armed = meant = null;
  if (box) box.hidden = true;
}

function act() {
  const value = meant;
  [...document.querySelectorAll(PICKS)].find((pick) => pick.value === value)?.click();
}

// Scrolls choices into view: between the top of the board and the dock at its bottom, and in rails
// that scroll sideways. (scrollIntoView would put it below the dock.)

function reveal(chosen) {
  const things = [...chosen].filter(isSeen);
  const free = things.filter((thing) => !thing.closest('[data-dock]'));
  if (free.length) scrollDown(board(), free);
  for (const page of document.querySelectorAll('#board [data-page]')) {
    const inside = free.filter((thing) => page.contains(thing));
    if (inside.length) scrollDown(page, inside);
  }
  if (tabs().some(isSeen)) return;
  for (const here of document.querySelectorAll('[data-rail] [data-here]')) centre(here);
  for (const rail of new Set(things.map((thing) => thing.closest('[data-rail]')))) if (rail) scrollAside(rail, things);
}

function scrollDown(scroller, things) {
  const view = scroller.getBoundingClientRect();
  const low = lowest(scroller);
  const { top, bottom } = around(things);
  const down = Math.max(0, bottom - low + GAP);
  const up = Math.max(0, view.top - (top - down) + GAP);  // the upper ones first, if not all fit
  if (bottom > low || top < view.top) scroller.scrollBy({ top: down - up, behavior: 'instant' });
}

// Above the dock, if there is one.
function lowest(scroller) {
  const view = scroller.getBoundingClientRect();
  const dock = scroller.querySelector('[data-dock]')?.getBoundingClientRect();
  return dock ? Math.min(view.bottom, Math.max(dock.top, view.top)) : view.bottom;
}

function scrollAside(rail, things) {
  const view = rail.getBoundingClientRect();
  const { left, right } = around(things.filter((thing) => rail.contains(thing)));
  if (left < view.left || right > view.right) rail.scrollBy({ left: left - view.left - 8, behavior: 'instant' });
}

// Centres what the decision is about.
function centre(here) {
  const rail = here.closest('[data-rail]');
  rail.scrollLeft = here.offsetLeft - (rail.clientWidth - here.offsetWidth) / 2;
}

function around(things) {
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const least = (side) => Math.min(...boxes.map((each) => each[side]));
  const most = (side) => Math.max(...boxes.map((each) => each[side]));
  return { top: least('top'), bottom: most('bottom'), left: least('left'), right: most('right') };
}

export const sheet = {
  begin,
  renew,
  refused,
  isMeant: (button) => meant !== null && meant === button?.value,
};
