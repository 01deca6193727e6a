// Passing and declining never appear under the last click: their group moves down until it is clear of it,
// or up where that would push it out of view, as in a phone's sheet, which grows upwards.
const CLEAR = 6;  // pixels
const MOST = 10;  // attempts: what is above may shrink to make room
const AWAY = {
  marginTop: (box) => last.y - box.top + CLEAR,
  marginBottom: (box) => box.bottom - last.y + CLEAR,
};
let last = null;

addEventListener('pointerup', (event) => { last = { x: event.clientX, y: event.clientY }; }, true);

function isUnder(button) {
  const box = button.getBoundingClientRect();
  return last.x >= box.left && last.x <= box.right && last.y >= box.top && last.y <= box.bottom;
}

function isInView(button) {
  const [box, panel] = [button, button.closest('#decision')].map((each) => each.getBoundingClientRect());
  return box.top >= panel.top && box.bottom <= Math.min(panel.bottom, innerHeight);
}

function move(group) {
  const under = () => [...group.querySelectorAll('[data-bare]')].find(isUnder);
  const button = under();
  if (!button) return;
  for (const [side, distance] of Object.entries(AWAY)) {
    let far = 0;
    for (let tries = 0; tries < MOST && under(); tries++) {
      far += distance(under().getBoundingClientRect());
      group.style[side] = `${far}px`;
    }
    if (!under() && isInView(button)) return;
    group.style[side] = '';
  }
}

export const aside = {
  // Call after the page has changed.
  keep() {
    const groups = document.querySelectorAll('#decision .group:has([data-bare])');
    for (const group of groups) group.style.marginTop = group.style.marginBottom = '';
    if (last) groups.forEach(move);
  },
};
