// The review next to the replay: clicking the chart opens a position, and a bar shows the progress of a review.
const LEFT = 30;
const RIGHT = 8;
const WIDTH = 320;
const PAUSE = 1000;

// The scrubber selects a position; moving it navigates there.
function go(number) {
  const scrub = document.getElementById('scrub');
  scrub.value = number;
  scrub.dispatchEvent(new Event('input', { bubbles: true }));
}

function placeIn(chart, event) {
  const box = chart.getBoundingClientRect();
  const share = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  const last = +chart.getAttribute('aria-valuemax');
  return Math.round(1 + Math.min(1, Math.max(0, share)) * (last - 1));
}

document.addEventListener('click', (event) => {
  const spot = event.target.closest('#review [data-at]');
  const chart = event.target.closest('#chances');
  if (spot) { event.preventDefault(); go(+spot.dataset.at); }
  else if (chart) { chart.focus(); go(placeIn(chart, event)); }
});

async function watch() {
  const shown = document.getElementById('review-progress');
  if (!shown) return;
  const answer = await fetch(`/api/v1/tables/${shown.dataset.table}/review?brief=true`).then((each) => each.ok ? each.json() : null).catch(() => null);
  const bar = document.querySelector('#review-progress progress');
  if (answer && answer.status !== 'waiting') { location.reload(); return; }
  if (answer && bar) bar.value = answer.done;
  setTimeout(watch, PAUSE);
}
watch();
