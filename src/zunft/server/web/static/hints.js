// Hints below the question, and a tutor that warns before a costly choice.
const main = document.getElementById('main');
const decision = () => document.getElementById('decision');
const toast = document.getElementById('toast');

// Identifies the question: its choices, in the order of the list.
function question() {
  return [...document.querySelectorAll('#decision .choices .pick')].map((each) => each.value).join(' / ');
}

// Hints

let asking = false;

document.addEventListener('submit', (event) => {
  if (!event.target.matches('.hint')) return;
  event.preventDefault();
  const shown = document.getElementById('hints');
  if (shown) shown.remove();
  else if (!asking) ask(event.target);
});

async function ask(form) {
  asking = true;
  form.setAttribute('aria-busy', 'true');
  const about = question();
  try {
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', headers: { 'x-live': '1' } });
    if (!answer.ok) complain((await answer.json()).detail);
    else if (question() === about) show(await answer.text(), about);
  } catch { /* the line above the board says that the connection is lost */ }
  asking = false;
  decision().querySelector('.hint')?.removeAttribute('aria-busy');
}

function show(html, about) {
  document.getElementById('hints')?.remove();
  const form = decision().querySelector('.hint');
  if (!form) return;
  form.closest('.tools').insertAdjacentHTML('beforebegin', html);
  const hints = document.getElementById('hints');
  hints.dataset.about = about;
  hints.scrollIntoView({ block: 'start' });
}

function complain(text) {
  toast.textContent = text;
  toast.hidden = false;
  setTimeout(() => { toast.hidden = true; }, 4000);
}

// Hints disappear with their question: with the next move, even if the next question has the same choices, as when
// cards are drawn one by one. Chat does not count.
document.addEventListener('submit', (event) => {
  if (event.target.dataset.live !== 'keep') document.getElementById('hints')?.setAttribute('data-about', '');
});
new MutationObserver(() => {
  const hints = document.getElementById('hints');
  if (hints && hints.dataset.about !== question()) hints.remove();
}).observe(main, { attributeFilter: ['data-number'] });

// Tutor

const amount = document.getElementById('tutor');
const warning = document.getElementById('tutor-warning');
let cleared = '';  // question and choice confirmed by the player
let weighing = null;  // the button being checked

if (amount) {
  amount.value = localStorage.getItem('tutor') ?? '0';
  amount.addEventListener('change', () => localStorage.setItem('tutor', amount.value));
  document.addEventListener('submit', weigh, true);
  warning.addEventListener('close', () => { if (warning.returnValue === 'play') play(weighing); });
}

function name(button) { return `${question()} → ${button.value}`; }

function weigh(event) {
  const button = event.submitter;
  const wanted = +amount.value > 0 && event.target.dataset.live === 'choose' && decision().querySelector('.hint');
  if (!wanted || !button || cleared === name(button) || !('ready' in main.dataset)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  consider(button);
}

async function consider(button) {
  const about = name(button);
  weighing = button;
  const objection = await objected(button.value);
  if (weighing !== button || about !== name(button)) return;
  if (objection?.warn) warn(objection);
  else play(button);
}

// Without a response the choice is played as usual.
async function objected(action) {
  try {
    const body = JSON.stringify({ action, allowed: +amount.value });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/api/v1/tables/${main.dataset.table}/objection`, { method: 'POST', body, headers });
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}

function warn(objection) {
  const lost = Math.max(1, Math.round(100 * objection.loss));
  warning.querySelector('#tutor-text').textContent = warning.dataset.text.replace('AMOUNT', lost).replace('BEST', objection.best_label);
  warning.querySelector('.why').textContent = objection.why;
  warning.returnValue = '';
  warning.showModal();
}

function play(button) {
  if (!button?.isConnected) return;
  cleared = name(button);
  button.form.requestSubmit(button);
}

// The rules for this decision: ? toggles them on this page, the menu permanently.
addEventListener('keydown', (event) => {
  if (event.key !== '?' || event.target.matches('input:not([type=checkbox]), textarea, select')) return;
  main.dataset.help = main.dataset.help === 'on' ? 'off' : 'on';
});
