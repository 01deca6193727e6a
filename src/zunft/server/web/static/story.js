// The log next to the board: follows events, loads earlier lines, and highlights the places of a line.
const log = document.getElementById('log');
const scroll = document.getElementById('scroll');
const said = document.getElementById('said');

// It stays at its end unless the viewer has scrolled up, whatever opens or closes around it. Only user input
// counts as scrolling up: an opening summary shrinks the log, which scrolls too.
let following = true;
const NEAR = 40;  // pixels
function follow() { if (following) scroll.scrollTop = scroll.scrollHeight; }
function look() { following = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR; }

// What others did since the viewer's last turn: a short list, and marks on the board until the next action.
const since = document.getElementById('since');

function catchUp(html) {
  since.querySelector('.log').innerHTML = html;
  since.hidden = !html;
  markChanges();
}

function markChanges() {
  for (const marked of document.querySelectorAll('#board .changed')) marked.classList.remove('changed');
  const names = [...since.querySelectorAll('[data-places]')].map((line) => line.dataset.places.split(' ').at(-1));
  for (const name of new Set(names)) {
    for (const place of document.querySelectorAll(`#board [data-place="${CSS.escape(name)}"]`)) place.classList.add('changed');
  }
}

function show(update) {
  catchUp(update.since);
  if (update.replaces_log) restart(update);
  else log.insertAdjacentHTML('beforeend', update.log);
  if (!update.chat) return;
  said.insertAdjacentHTML('beforeend', update.chat);
  said.parentElement.scrollTop = said.parentElement.scrollHeight;
}

// Something was undone: the log restarts with its last page.
function restart(update) {
  log.innerHTML = update.log;
  const link = scroll.querySelector('.earlier a');
  link.parentElement.hidden = !update.earlier;
  if (update.earlier) link.href = `${new URL(link.href).pathname}?before=${update.earlier}`;
}

async function fetchEarlier(link) {
  const answer = await fetch(link.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const height = scroll.scrollHeight;
  log.prepend(...page.querySelectorAll('#log > li:not(.chat)'));
  const more = page.querySelector('.earlier a');
  if (more) link.href = more.getAttribute('href');
  else link.parentElement.hidden = true;
  following = false;
  scroll.scrollTop += scroll.scrollHeight - height;
}

// Hovering or focusing a line marks where it happened.
function point(event) {
  for (const marked of document.querySelectorAll('.pointed')) marked.classList.remove('pointed');
  const line = event.target.closest?.('.talk [data-places]');
  for (const name of line ? line.dataset.places.split(' ') : []) {
    for (const place of document.querySelectorAll(`[data-place="${CSS.escape(name)}"]`)) place.classList.add('pointed');
  }
}

export const story = {
  follow,
  show,
  begin() {
    for (const kind of ['wheel', 'touchmove', 'keyup', 'pointerup']) scroll.addEventListener(kind, () => requestAnimationFrame(look), { passive: true });
    new ResizeObserver(follow).observe(scroll);
    scroll.addEventListener('click', (event) => {
      const link = event.target.closest('.earlier a');
      if (!link) return;
      event.preventDefault();
      fetchEarlier(link);
    });
    for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, point);
    said.parentElement.scrollTop = said.parentElement.scrollHeight;
    markChanges();
    follow();
  },
};
