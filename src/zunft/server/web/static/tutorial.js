// A guided first game: responses to wrong tries, and scrolling to what the text refers to. Inactive elsewhere.

const panel = () => document.querySelector('#tutorial:not([hidden])');
let stop = panel()?.dataset.stop;

const showAsked = () => document.querySelector('#decision [data-lit]')?.scrollIntoView({ block: 'nearest' });

// Shows the response to a wrong try; whether there was one.
function answer(reason, code) {
  const place = code === 'wrong_try' || code === 'read_first' ? document.getElementById('tutorial-answer') : null;
  if (!place) return false;
  place.textContent = '';
  requestAnimationFrame(() => {  // so that screen readers announce an identical response again
    place.textContent = reason;
    showAsked();  // the response takes room from the choices
  });
  return true;
}

// After a change: scrolls the first highlighted thing into view, and moves the keyboard focus to the expected
// choice if it was lost or is on another one.
function follow() {
  const now = panel();
  if (!now) return;
  document.getElementById('tutorial-answer').textContent = '';  // belonged to the previous try
  const moved = now.dataset.stop !== stop;
  stop = now.dataset.stop;
  if (moved) document.querySelector('#board [data-lit]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  showAsked();
  const focused = document.activeElement;
  const other = focused === document.body || (focused.closest('#decision') && !focused.matches('[data-lit]'));
  if (other) document.querySelector('#decision [data-lit]')?.focus({ preventScroll: true });
}

if (panel()) document.querySelector('#board [data-lit]')?.scrollIntoView({ block: 'center', inline: 'nearest' });

export const tutorial = { answer, follow };
