// Who is at the table: a dot beside each name, and the number of spectators.
let present = { seats: [], spectators: 0 };

function show() {
  for (const dot of document.querySelectorAll('.here')) {
    const here = present.seats.includes(+dot.dataset.seat);
    dot.classList.toggle('now', here);
    dot.setAttribute('role', 'img');
    dot.setAttribute('aria-label', here ? dot.dataset.here : dot.dataset.away);
  }
  const crowd = document.getElementById('spectators');
  crowd.hidden = !present.spectators;
  crowd.textContent = crowd.dataset.words.replace('#', present.spectators);
}

export const presence = {
  receive(event) { present = JSON.parse(event.data); show(); },
  show,
};
