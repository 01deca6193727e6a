// A set whose members the rules ask for one by one: tick them in any order, on the board or in the list, and one
// button sends them in the order of the rules. A member that can be taken twice is ticked twice.
const decision = () => document.getElementById('decision');
const done = () => decision()?.querySelector('[data-tick-done]');

let ticked = [];  // texts of the members, in click order
let sets = [];  // each: texts of its steps, in the order of the rules
let known = '';

const isBare = (step) => !step.includes(' ');
const members = (set) => set.filter((step) => !isBare(step));

function count(list) {
  const found = new Map();
  for (const each of list) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

// Whether these ticks can still become this set.
function fits(ticks, set) {
  const there = count(members(set));
  return [...count(ticks)].every(([part, number]) => number <= (there.get(part) ?? 0));
}

function read() {
  const { partsOf, sets: encoded } = decision()?.dataset ?? {};
  if (!encoded) return [];
  const parts = partsOf.split('|');
  return encoded.split('|').map((set) => set.split(' ').map((place) => parts[place]));
}

function chosen() {
  return sets.find((set) => members(set).length === ticked.length && ticked.length && fits(ticked, set));
}

function show() {
  const button = done();
  if (!button) return;
  button.parentElement.hidden = false;
  const set = chosen();
  const most = Math.max(...sets.map((each) => members(each).length));
  button.disabled = !set;
  button.value = set ? set.join('|') : '';
  button.textContent = `${button.dataset.of} (${ticked.length}/${most})`;
  const numbers = count(ticked);
  for (const pick of document.querySelectorAll('.pick[name=action]')) mark(pick, numbers.get(pick.value) ?? 0);
}

function mark(pick, number) {
  if (isBare(pick.value) || !sets.some((set) => set.includes(pick.value))) return;
  pick.setAttribute('aria-pressed', number > 0);
  if (number > 1) pick.dataset.times = number; else delete pick.dataset.times;
  pick.setAttribute('aria-disabled', !number && !sets.some((set) => fits([...ticked, pick.value], set)));
}

// Ticks this member once more if that can still become a set, else clears its ticks.
function toggle(part) {
  const more = [...ticked, part];
  if (sets.some((set) => fits(more, set))) ticked = more;
  else ticked = ticked.filter((each) => each !== part);
  show();
}

document.addEventListener('click', (event) => {
  const pick = event.target.closest?.('.pick[name=action]');
  if (!pick || !sets.length || isBare(pick.value) || !sets.some((set) => set.includes(pick.value))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  toggle(pick.value);
}, true);

export const ticks = {
  // Call after the page has changed: a new decision starts without ticks.
  begin() {
    sets = read();
    const now = `${decision()?.dataset.sets}|${decision()?.dataset.partsOf}`;
    if (now !== known) ticked = [];
    known = now;
    if (sets.length) show();
  },
};
