// Play aids: choose automatically if there is a single choice, keep passing, change the speed of animations.
const PASSES = ['pass', 'nothing'];

const box = (name) => document.getElementById(name);

function picks() { return [...document.querySelectorAll('#decision .choices .pick')]; }

// The automatic choice: the only one there is, or passing while its switch is on.
function automatic() {
  const found = picks();
  if (box('single')?.checked && found.length === 1) return found[0];
  return box('passing')?.checked ? found.find((pick) => PASSES.includes(pick.value)) : undefined;
}

function remember(name, storage, fallback) {
  const field = box(name);
  if (!field) return;
  const kept = storage.getItem(name) ?? fallback;
  if (field.type === 'checkbox') field.checked = kept === 'on';
  else field.value = kept;
  field.addEventListener('change', () => {
    storage.setItem(name, field.type === 'checkbox' ? (field.checked ? 'on' : 'off') : field.value);
    aids.decide();
  });
}

export const aids = {
  // Call when a decision can be answered.
  decide() { automatic()?.click(); },
  begin() {
    remember('single', localStorage, 'off');
    remember('passing', sessionStorage, 'off');  // for this session only: nobody should pass for days
    remember('speed', localStorage, 'normal');
  },
};
