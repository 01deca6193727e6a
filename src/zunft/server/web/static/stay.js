// Forms that stay open: refusals appear next to the form, and no input is lost.
async function submit(form, submitter) {
  const box = form.querySelector('[role=alert]') ?? form.appendChild(alertBox());
  box.hidden = true;
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form, submitter), headers: { accept: 'application/json' } });
    if (answer.ok) location.assign(answer.url);
    else say(box, (await answer.json()).detail);
  } catch { form.submit(); }
}

function alertBox() {
  const box = document.createElement('p');
  box.setAttribute('role', 'alert');
  box.className = 'refused';
  box.hidden = true;
  return box;
}

function say(box, text) {
  box.textContent = text;
  box.hidden = false;
  box.scrollIntoView({ block: 'nearest' });
}

for (const form of document.querySelectorAll('form[data-stay]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(form, event.submitter);
  });
}
