// Shows as many seats as there are players.
const form = document.getElementById('new');
const players = form.elements.players;
const fit = () => {
  for (const seat of form.querySelectorAll('[data-seat]')) seat.hidden = +seat.dataset.seat >= +players.value;
};
players.addEventListener('change', fit);
fit();
