// One worker for the whole site and all languages: receives notices, and serves the offline page.
// It only answers page navigations, and only if the network fails.
const CACHE = 'zunft-1';
const OFFLINE = '/offline';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
});

self.addEventListener('push', (event) => {
  let message;
  try { message = event.data.json(); } catch { return; }
  event.waitUntil(show(message));
});

// No notice for a viewer who is looking at the table.
async function show({ title, body, url, tag }) {
  const pages = await clients.matchAll({ type: 'window' });
  if (tag !== 'test' && pages.some((page) => page.focused && page.url.split(/[?#]/)[0] === url)) return;
  await self.registration.showNotification(title, { body, tag, data: { url }, icon: '/static/icon-192.png', badge: '/static/icon-192.png' });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function open(url) {
  const pages = await clients.matchAll({ type: 'window' });
  const there = pages.find((page) => page.url.split(/[?#]/)[0] === url);
  if (there) await there.focus();
  else await clients.openWindow(url);
}

self.addEventListener('pushsubscriptionchange', (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renew(old, replacement) {
  const now = replacement ?? await self.registration.pushManager.subscribe(old.options);
  const { endpoint, keys } = now.toJSON();
  const body = JSON.stringify({ old: old.endpoint, address: endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch('/push/renew', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}
