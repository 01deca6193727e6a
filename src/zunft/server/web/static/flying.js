// Animates moves from place to place: a ghost of the single card, tile or disc flies above the board, blocking nothing.
const SPEEDS = { slow: 900, normal: 450, fast: 220 };  // milliseconds
const GAP = 0.3;  // fraction of a flight before the next one starts
const MOST = 12;
const LARGEST = 130 * 170;  // square pixels: anything larger is a place, not a piece
const ITEMS = 'li, .card, .pick:not(.deal), .agent, .disc, .tile, .good';
const PASSING = new Set(['pick', 'sure', 'changed', 'pointed', 'now', 'acting', 'chosen']);  // classes that describe a state, not the piece
const NAMING = ['id', 'data-place', 'data-tip'];  // attributes by which scripts find things
const reduced = matchMedia('(prefers-reduced-motion: reduce)');

let flying = [];

function skip() {
  for (const flight of flying) flight.finish();
  flying = [];
}

addEventListener('pointerdown', skip, true);
addEventListener('keydown', skip, true);

const size = (box) => box.width * box.height;

// Key of an item's appearance, to find the one that came or went.
function look(item) {
  const classes = [...item.classList].filter((name) => !PASSING.has(name)).sort().join(' ');
  return `${classes}|${item.textContent.trim()}`;
}

// The single items in a place: those that contain no others.
function itemsOf(place) {
  return [...place.querySelectorAll(ITEMS)].filter((item) => !item.querySelector(ITEMS))
    .map((item) => ({ look: look(item), thing: item.cloneNode(true), around: around(item), box: item.getBoundingClientRect() }));
}

// Empty copies of the elements that a thing is in, innermost first: the board's styles depend on them.
function around(thing) {
  const copies = [];
  for (let element = thing.parentElement; element && element.id !== 'board'; element = element.parentElement) {
    const copy = element.cloneNode(false);
    for (const name of NAMING) copy.removeAttribute(name);
    copies.push(copy);
  }
  return copies;
}

// Position, appearance and contents of these places.
function find(names) {
  const found = new Map();
  for (const name of names) {
    const place = document.querySelector(`[data-place="${CSS.escape(name)}"]`);
    if (place) found.set(name, { thing: place.cloneNode(true), around: around(place), box: place.getBoundingClientRect(), items: itemsOf(place) });
  }
  return found;
}

// Items in one but not in the other.
function missing(these, those) {
  const left = new Map();
  for (const item of those) left.set(item.look, (left.get(item.look) ?? 0) + 1);
  return these.filter((item) => {
    const count = left.get(item.look) ?? 0;
    left.set(item.look, count - 1);
    return count <= 0 && size(item.box);
  });
}

// For each place the items that left and those that arrived.
function changes(names, before, after) {
  const left = new Map();
  const came = new Map();
  for (const name of names) {
    const [old, now] = [before.get(name)?.items ?? [], after.get(name)?.items ?? []];
    left.set(name, missing(old, now));
    came.set(name, missing(now, old));
  }
  return { left, came };
}

// A box as large as the board, so that lengths relative to it stay the same, with copies of what the thing was in.
function staged(ghost, copies) {
  const stage = document.createElement('div');
  stage.className = 'stage';
  stage.inert = true;
  const { width, height } = document.getElementById('board').getBoundingClientRect();
  stage.style.width = `${width}px`;
  stage.style.height = `${height}px`;
  stage.append(copies.reduce((inner, copy) => {
    const outer = copy.cloneNode(false);
    outer.append(inner);
    return outer;
  }, ghost));
  return stage;
}

function token() {
  const thing = document.createElement('span');
  thing.className = 'token';
  return { thing, around: [], box: { width: 22, height: 22 } };
}

// On phones a place may be on another page of the board, or collapsed.
function isOnScreen(box) {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return size(box) && x > 0 && x < innerWidth && y > 0 && y < innerHeight;
}

// Start, end, and what flies: the item itself, a small place, or else a token.
function flightOf(move, { left, came }, before, after) {
  const gone = left.get(move.from)?.shift();
  const arrived = came.get(move.to)?.shift();
  const from = gone ?? before.get(move.from) ?? after.get(move.from);
  const to = arrived ?? after.get(move.to) ?? before.get(move.to);
  if (!from || !to || !isOnScreen(from.box) || !isOnScreen(to.box)) return null;
  const model = [arrived, gone, from, to].find((each) => each && size(each.box) <= LARGEST) ?? token();
  return { from, to, model };
}

function launch({ from, to, model }, number, duration) {
  const ghost = model.thing.cloneNode(true);
  for (const name of NAMING) ghost.removeAttribute(name);
  ghost.classList.add('ghost');
  const { width, height } = model.box;
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  const stage = staged(ghost, model.around);
  document.body.append(stage);
  const at = (box) => ({ left: `${box.left + (box.width - width) / 2}px`, top: `${box.top + (box.height - height) / 2}px` });
  const flight = ghost.animate([{ ...at(from.box), opacity: 1 }, { ...at(to.box), opacity: 0.6 }],
    { duration, delay: number * duration * GAP, fill: 'both', easing: 'ease-in-out' });
  flight.finished.finally(() => stage.remove());
  flying.push(flight);
}

const speed = () => localStorage.getItem('speed') ?? 'normal';

export const fly = {
  // A past move on the present board: what came to its end last, if it is small, or a token flies there.
  along(from, to) {
    const duration = SPEEDS[speed()];
    if (reduced.matches || !duration) return;
    skip();
    const found = find([from, to]);
    const came = new Map([[to, found.get(to)?.items.slice(-1) ?? []]]);
    const flight = flightOf({ from, to }, { left: new Map(), came }, found, found);
    if (flight) launch(flight, 0, duration);
  },
  // Call before the board changes, with the upcoming moves; call the returned function afterwards.
  ready(all) {
    const moves = all.slice(-MOST);
    const duration = SPEEDS[speed()];
    if (!moves.length || reduced.matches || !duration || document.hidden) return () => {};
    skip();
    const names = new Set(moves.flatMap((move) => [move.from, move.to]));
    const before = find(names);
    return () => {
      const after = find(names);
      const changed = changes(names, before, after);
      moves.map((move) => flightOf(move, changed, before, after)).filter(Boolean)
        .forEach((flight, number) => launch(flight, number, duration));
    };
  },
};
