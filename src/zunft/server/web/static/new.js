// Shows as many seats as there are players, and counts the members of a set.
const form = document.getElementById('new');
const players = form.elements.players;
const fit = () => {
  for (const seat of form.querySelectorAll('[data-seat]')) seat.hidden = +seat.dataset.seat >= +players.value;
};
players.addEventListener('change', fit);
fit();

for (const set of form.querySelectorAll('[data-size]')) {
  const boxes = [...set.querySelectorAll('[type=checkbox]')];
  const count = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    set.querySelector('output').textContent = `${chosen} / ${set.dataset.size}`;
    boxes[0].setCustomValidity(chosen === +set.dataset.size ? '' : set.dataset.wrong);
  };
  set.addEventListener('change', count);
  count();
}
// An invalid field must be visible.
form.addEventListener('invalid', (event) => event.target.closest('details')?.setAttribute('open', ''), true);
