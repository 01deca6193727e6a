// On every page. Registers the one service worker, for all languages, which shows notices and the offline page.
if ('serviceWorker' in navigator) {
  addEventListener('load', () => navigator.serviceWorker.register('/service-worker.js').catch(() => {}));
}

// The menu of preferences leads back to the address as it is now: a replay changes it at every step.
// A page that answers a form, or an error, has another address to lead back to, which stays.
document.addEventListener('submit', (event) => {
  const back = event.target.querySelector('input[name=back]');
  if (!back || !event.target.matches('[action="/preferences"]')) return;
  const here = new URL(location.href);
  if (new URL(back.value, here).pathname !== here.pathname) return;
  here.searchParams.delete('language');
  back.value = here.pathname + here.search;
});

// Menus close on a click elsewhere and on Escape.
const MENUS = 'details.menu[open], details.preferences[open]';
const close = (kept) => { for (const menu of document.querySelectorAll(MENUS)) if (!menu.contains(kept)) menu.open = false; };
document.addEventListener('pointerdown', (event) => close(event.target));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  document.activeElement?.closest(MENUS)?.querySelector('summary').focus();
  close(null);
});
