// On every page: registers the one service worker, for all languages, which shows notices and the offline page.
if ('serviceWorker' in navigator) {
  addEventListener('load', () => navigator.serviceWorker.register('/service-worker.js').catch(() => {}));
}
