// The waiting room: copy or share links with one tap.
function linkOf(name) { return document.getElementById(name); }

async function copy(button) {
  const field = linkOf(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {  // insecure origin: select it, and use the old copy command
    field.select();
    document.execCommand('copy');
  }
  button.textContent = button.dataset.done;
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}

for (const button of document.querySelectorAll('[data-share]')) {
  if (!navigator.share) break;
  button.hidden = false;
  const share = () => navigator.share({ title: button.dataset.title, url: linkOf(button.dataset.share).value });
  button.addEventListener('click', () => share().catch(() => {}));  // share dialog dismissed
}
