// Passing and declining never appear under the last click: their group leaves its side of the panel free,
// so that the sheet of a phone, which grows upwards, keeps its height.
const CLEAR = 6;  // pixels
let last = null;

addEventListener('pointerup', (event) => { last = { x: event.clientX, y: event.clientY }; }, true);

function isUnder(group) {
  return [...group.querySelectorAll('[data-bare]')].some((button) => {
    const box = button.getBoundingClientRect();
    return last.x >= box.left && last.x <= box.right && last.y >= box.top && last.y <= box.bottom;
  });
}

function moveAside(group) {
  group.style.flexBasis = '100%';
  const box = group.getBoundingClientRect();
  if (last.x < (box.left + box.right) / 2) group.style.paddingLeft = `${last.x - box.left + CLEAR}px`;
  else group.style.paddingRight = `${box.right - last.x + CLEAR}px`;
}

export const aside = {
  // Call after the page has changed.
  keep() {
    const groups = [...document.querySelectorAll('#decision .group')];
    for (const { style } of groups) style.flexBasis = style.paddingLeft = style.paddingRight = '';
    const bare = new Set(last && groups.filter((group) => group.querySelector('[data-bare]')));
    for (let group; (group = [...bare].find(isUnder)); bare.delete(group)) moveAside(group);  // moving one moves others
  },
};
