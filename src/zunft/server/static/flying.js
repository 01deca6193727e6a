// Lets what moved fly from place to place: a ghost of the smaller of both places, outside the board, in nobody's way.
const EACH = 450;
const GAP = 140;
const MOST = 12;
const reduced = matchMedia('(prefers-reduced-motion: reduce)');

let flying = [];

function skip() {
  for (const flight of flying) flight.finish();
  flying = [];
}

addEventListener('pointerdown', skip, true);
addEventListener('keydown', skip, true);

// Where these places are now, and what they look like.
function find(names) {
  const found = new Map();
  for (const name of names) {
    const thing = document.querySelector(`[data-place="${CSS.escape(name)}"]`);
    if (thing) found.set(name, { thing: thing.cloneNode(true), box: thing.getBoundingClientRect() });
  }
  return found;
}

const size = (box) => box.width * box.height;

// Ghosts keep the looks of their board: they fly inside a bare copy of its root that takes no room.
function staged() {
  const root = document.querySelector('#board > [class*="board-"]');
  const stage = root ? root.cloneNode(false) : document.createElement('div');
  stage.classList.add('stage');
  stage.inert = true;
  return stage;
}

function launch(move, number, before, after) {
  const from = before.get(move.from) ?? after.get(move.from);
  const to = after.get(move.to) ?? before.get(move.to);
  if (!from || !to || !size(from.box) || !size(to.box)) return;
  const model = size(from.box) <= size(to.box) ? from : to;
  const ghost = model.thing.cloneNode(true);
  ghost.removeAttribute('id');
  ghost.removeAttribute('data-place');
  ghost.inert = true;
  ghost.classList.add('ghost');
  const { width, height } = model.box;
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  const stage = staged();
  stage.append(ghost);
  document.body.append(stage);
  const at = (box) => ({ left: `${box.left + (box.width - width) / 2}px`, top: `${box.top + (box.height - height) / 2}px` });
  const flight = ghost.animate([{ ...at(from.box), opacity: 1 }, { ...at(to.box), opacity: 0.6 }],
    { duration: EACH, delay: number * GAP, fill: 'both', easing: 'ease-in-out' });
  flight.finished.finally(() => stage.remove());
  flying.push(flight);
}

export const fly = {
  // Call before the board changes, with what is going to move; the answer after it has changed.
  ready(all) {
    const moves = all.slice(-MOST);
    if (!moves.length || reduced.matches || localStorage.getItem('still') === 'on' || document.hidden) return () => {};
    skip();
    const names = new Set(moves.flatMap((move) => [move.from, move.to]));
    const before = find(names);
    return () => {
      const after = find(names);
      moves.forEach((move, number) => launch(move, number, before, after));
    };
  },
};
