// Passing and declining never appear under the last click: the button moves down until it is clear of it.
const CLEAR = 6;  // pixels
const MOST = 10;  // attempts
let last = null;

addEventListener('pointerup', (event) => { last = { x: event.clientX, y: event.clientY }; }, true);

function isUnder(button) {
  const box = button.getBoundingClientRect();
  return last.x >= box.left && last.x <= box.right && last.y >= box.top && last.y <= box.bottom;
}

export const aside = {
  // Call after the page has changed.
  keep() {
    const groups = [...document.querySelectorAll('#decision .group:has([data-bare])')];
    for (const group of groups) group.style.marginTop = '';
    if (!last) return;
    for (const group of groups) {
      let down = 0;
      for (let tries = 0; tries < MOST; tries++) {  // what is above may shrink to make room
        const hit = [...group.querySelectorAll('[data-bare]')].find(isUnder);
        if (!hit) break;
        down += last.y - hit.getBoundingClientRect().top + CLEAR;
        group.style.marginTop = `${down}px`;
      }
    }
  },
};
