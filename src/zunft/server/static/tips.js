// Explains a thing while it is pointed at or focused.
const tip = document.getElementById('tip');
let explained;

function show(thing) {
  explained = thing;
  tip.textContent = thing.dataset.tip ?? '';
  if (!tip.textContent) return;
  tip.hidden = false;
  const box = thing.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.min(Math.max(4, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 4);
  const above = box.top - own.height - 6;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 4 ? above : Math.min(box.bottom + 6, innerHeight - own.height - 4)}px`;
}

function hide() { tip.hidden = true; }

export const explain = {
  show,
  // After the page has changed: what is gone, or is another thing now, is no longer explained.
  check() {
    if (!explained?.isConnected || explained.dataset.tip !== tip.textContent) hide();
  },
  begin() {
    for (const [came, went] of [['pointerover', 'pointerout'], ['focusin', 'focusout']]) {
      document.addEventListener(came, (event) => {
        const thing = event.target.closest?.('[data-tip]');
        if (thing) show(thing); else hide();
      });
      document.addEventListener(went, hide);
    }
    addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  },
};
