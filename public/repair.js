/** Plain script without a build: this page has to work when the console does not. */
const status = document.getElementById('status');
const UPLOADS_LOST = 'Erase everything on this device? Uploads that were not sent are lost.';
const SHARED_FILES = 'shared-files';

async function removeCaches(names) {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await Promise.all(names.map((name) => caches.delete(name)));
}

const copies = async () => (await caches.keys()).filter((name) => name !== SHARED_FILES);

async function clearCopy() {
  await removeCaches(await copies());
  // The browser's own cache may hold something else in place of a file, for a year.
  const html = await (await fetch('/index.html', { cache: 'reload' })).text();
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })));
  // The service worker answers this page until it is left, and has kept these files again.
  await removeCaches(await copies());
}

async function eraseEverything() {
  await removeCaches(await caches.keys());
  localStorage.clear();
  sessionStorage.clear();
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => removeDatabase(name)));
  await (await fetch('/api/auth/logout', { method: 'POST' })).text();
}

function removeDatabase(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
    request.onblocked = () =>
      reject(new Error('close the other tabs of the console and try again'));
  });
}

async function perform(task) {
  status.textContent = 'Working…';
  status.textContent = await task().then(
    () => 'Done.',
    (error) => `Not everything could be removed: ${error.message}.`,
  );
}

document.getElementById('clear').onclick = () => perform(clearCopy);
document.getElementById('erase').onclick = () => confirm(UPLOADS_LOST) && perform(eraseEverything);
