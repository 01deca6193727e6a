// A choice that is a set: toggles for its members, and buttons on board and decision for the resulting choice.
function begin() {
  for (const field of document.querySelectorAll('[data-compose]')) {
    fit(field);
    if (field.composed) continue;
    field.composed = true;
    field.addEventListener('click', (event) => {
      const part = event.target.closest('[data-part]');
      if (!part || !field.contains(part) || part.ariaDisabled === 'true') return;
      part.setAttribute('aria-pressed', part.getAttribute('aria-pressed') !== 'true');
      fit(field);
    });
  }
}

function fit(field) {
  const choices = [...field.querySelectorAll('[data-parts]')].map((each) => ({ ...each.dataset, set: new Set(each.dataset.parts.split(' ')) }));
  const parts = [...field.querySelectorAll('[data-part]')];
  const on = parts.filter((part) => part.getAttribute('aria-pressed') === 'true').map((part) => part.dataset.part);
  const why = field.querySelector('[data-compose-done]')?.dataset.why;
  for (const part of parts) {
    const more = new Set([...on, part.dataset.part]);
    refuse(part, !on.includes(part.dataset.part) && !choices.some((choice) => [...more].every((each) => choice.set.has(each))), why);
  }
  const chosen = choices.find((choice) => choice.set.size === on.length && on.every((each) => choice.set.has(each)));
  light(parts, on, choices.filter((choice) => 'lit' in choice));
  for (const done of document.querySelectorAll('[data-compose-done]')) {
    done.toggleAttribute('data-lit', chosen !== undefined && 'lit' in chosen);
    done.disabled = !chosen;
    done.value = chosen?.action ?? '';
    done.textContent = chosen?.label ?? field.querySelector('[data-empty]')?.dataset.empty ?? '';
  }
}

// A guided stop asks for a set: its members are highlighted until they are on, then the button.
function light(parts, on, asked) {
  const open = asked.filter((choice) => on.every((each) => choice.set.has(each)));
  for (const part of parts) part.toggleAttribute('data-lit', !on.includes(part.dataset.part) && open.some((choice) => choice.set.has(part.dataset.part)));
}

// Members that do not fit the others stay reachable and say why.
function refuse(part, refused, why) {
  part.ariaDisabled = refused;
  part.dataset.help ??= part.dataset.tip ?? '';
  part.dataset.tip = refused && why ? `${why}\n${part.dataset.help}` : part.dataset.help;
}

export const compose = { begin };
