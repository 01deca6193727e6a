// The button that subscribes this device to notices by Web Push.
const button = document.getElementById('subscribe');
const state = document.getElementById('push-state');

function say(what) { state.textContent = what ? state.dataset[what] : ''; }

if ('serviceWorker' in navigator && 'PushManager' in window) {
  button.disabled = false;
  say(Notification.permission === 'denied' ? 'denied' : '');
}

button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    if (await Notification.requestPermission() !== 'granted') { say('denied'); return; }
    await add(await subscription());
    location.reload();
  } catch { say('failed'); } finally { button.disabled = false; }
});

async function subscription() {
  const worker = await navigator.serviceWorker.ready;
  const there = await worker.pushManager.getSubscription();
  return there ?? worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: button.dataset.key });
}

async function add(found) {
  const { endpoint, keys } = found.toJSON();
  const data = { kind: 'push', table: button.dataset.table, address: endpoint, p256dh: keys.p256dh, auth: keys.auth };
  const answer = await fetch('/notices/add', { method: 'POST', body: new URLSearchParams(data), headers: { 'x-live': '1' } });
  if (!answer.ok) throw new Error(answer.status);
}
