// Explains a thing on hover and focus, if the player meant it: not if it appeared under a resting pointer, or
// was focused by a script after a click.
const tip = document.getElementById('tip');
const GAP = 6;  // pixels
let explained;

function show(thing) {
  explained = thing;
  tip.textContent = thing.dataset.tip ?? '';
  if (!tip.textContent) return;
  tip.hidden = false;
  const at = best(thing);
  tip.style.left = `${at.left}px`;
  tip.style.top = `${at.top}px`;
}

// Where the tip covers least: never the prompt, the explained thing or the alternatives, if there is room elsewhere.
function best(thing) {
  const box = thing.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const kept = [box, ...[...document.querySelectorAll('.pick, #prompt')].map((each) => each.getBoundingClientRect())];
  const places = around(box, width, height).map(({ left, top }) => ({ left: within(left, innerWidth - width), top: within(top, innerHeight - height) }));
  const cost = ({ left, top }) => kept.reduce((sum, each) => sum + overlap(each, left, top, width, height), 0);
  return places.reduce((found, place) => cost(place) < cost(found) ? place : found);
}

// For things in the decision, next to it; else above, below, beside, and in the corners of the board.
function around(box, width, height) {
  const [x, y] = [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
  const side = [{ left: box.left - width - GAP, top: y }, { left: box.right + GAP, top: y }];
  const found = [{ left: x, top: box.top - height - GAP }, { left: x, top: box.bottom + GAP }];
  const board = document.getElementById('board')?.getBoundingClientRect();
  const corners = board ? [{ left: board.right - width, top: board.top }, { left: board.left, top: board.top }, { left: board.left, top: board.bottom - height }] : [];
  const panel = document.getElementById('decision')?.getBoundingClientRect();
  const beside = panel && box.left >= panel.left - 1 ? [{ left: panel.left - width - GAP, top: box.top }] : [];
  return [...beside, ...found, ...side, ...corners];
}

const within = (value, most) => Math.min(Math.max(4, value), Math.max(4, most - 4));

function overlap(box, left, top, width, height) {
  const across = Math.min(box.right, left + width) - Math.max(box.left, left);
  const down = Math.min(box.bottom, top + height) - Math.max(box.top, top);
  return across > 0 && down > 0 ? across * down : 0;
}

function hide() { tip.hidden = true; }

let [x, y] = [NaN, NaN];  // of the pointer when it last moved
let unmeant = null;  // what has appeared under it

function moved(event) {
  if (event.clientX === x && event.clientY === y) return;
  [x, y] = [event.clientX, event.clientY];
  if (unmeant?.isConnected) show(unmeant);
  unmeant = null;
}

function isMeant(event, thing) {
  if (event.type === 'focusin') return thing.matches(':focus-visible');
  return event.pointerType !== 'mouse' || event.clientX !== x || event.clientY !== y;
}

export const explain = {
  show,
  // Call after the page has changed: hides the tip if its thing is gone or different.
  check() {
    if (!explained?.isConnected || explained.dataset.tip !== tip.textContent) hide();
  },
  begin() {
    for (const [came, went] of [['pointerover', 'pointerout'], ['focusin', 'focusout']]) {
      document.addEventListener(came, (event) => {
        const thing = event.target.closest?.('[data-tip]');
        const meant = thing && isMeant(event, thing);
        if (meant) show(thing); else hide();
        unmeant = meant || came === 'focusin' ? null : thing;
      });
      document.addEventListener(went, hide);
    }
    document.addEventListener('click', (event) => { if (event.pointerType === 'mouse') hide(); }, true);
    document.addEventListener('pointermove', moved, { passive: true });
    addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  },
};
