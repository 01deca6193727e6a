// A choice that is a set: switches for its parts, and one button for the choice they make together.
function begin() {
  for (const field of document.querySelectorAll('[data-compose]')) {
    if (field.composed) continue;
    field.composed = true;
    field.addEventListener('click', (event) => {
      const part = event.target.closest('[data-part]');
      if (!part || !field.contains(part)) return;
      part.setAttribute('aria-pressed', part.getAttribute('aria-pressed') !== 'true');
      fit(field);
    });
    fit(field);
  }
}

function fit(field) {
  const choices = [...field.querySelectorAll('[data-parts]')].map((each) => ({ ...each.dataset, set: new Set(each.dataset.parts.split(' ')) }));
  const parts = [...field.querySelectorAll('[data-part]')];
  const on = parts.filter((part) => part.getAttribute('aria-pressed') === 'true').map((part) => part.dataset.part);
  for (const part of parts) {
    const more = new Set([...on, part.dataset.part]);
    part.disabled = !on.includes(part.dataset.part) && !choices.some((choice) => [...more].every((each) => choice.set.has(each)));
  }
  const chosen = choices.find((choice) => choice.set.size === on.length && on.every((each) => choice.set.has(each)));
  const done = field.querySelector('[data-compose-done]');
  done.disabled = !chosen;
  done.value = chosen?.action ?? '';
  done.textContent = chosen?.label ?? done.dataset.empty ?? '';
}

export const compose = { begin };
