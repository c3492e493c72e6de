/**
 * The page for when everything else fails: it needs no bundle, and no service worker answers for it. What it
 * removes is this device's alone. Old syntax, each step by itself: one that fails does not stop the others.
 */
/** Files that another app shared with this one and nobody has taken yet. */
var SHARED = 'shared-files';
var OUTBOX = /^outbox /;
var MEBIBYTE = 1024 * 1024;
var armed = false;

function byId(id) {
  return document.getElementById(id);
}
/** @returns a promise of what `work` gives, or of `instead` when it cannot */
function attempt(work, instead) {
  return Promise.resolve()
    .then(work)
    .catch(() => instead);
}
function fact(name, value) {
  var line = byId('facts').appendChild(document.createElement('div'));
  line.appendChild(document.createElement('dt')).textContent = name;
  line.appendChild(document.createElement('dd')).textContent = value;
}
function say(text) {
  byId('done').appendChild(document.createElement('p')).textContent = text;
}

function workers() {
  return attempt(() => navigator.serviceWorker.getRegistrations(), []);
}
function cacheList() {
  return attempt(() => caches.keys(), []);
}
function copies() {
  return cacheList().then((names) => names.filter((name) => name !== SHARED));
}
function sharedCount() {
  return cacheList().then((names) => {
    if (names.indexOf(SHARED) < 0) return 0;
    return attempt(() => caches.open(SHARED).then((cache) => cache.keys()), []).then(
      (keys) => keys.length,
    );
  });
}
/** @returns a promise of the version that a kept page says it is of, or of nothing when it says none */
function versionOf(cache, key) {
  return cache
    .match(key)
    .then((page) => page.text())
    .then((html) => (/<meta name="version" content="([^"]+)"/.exec(html) || [])[1]);
}
function versionsIn(name) {
  return caches.open(name).then((cache) =>
    cache.keys().then((keys) => {
      var pages = keys.filter((key) => /\.html(\?|$)/.test(key.url));
      return Promise.all(pages.map((key) => attempt(() => versionOf(cache, key), undefined)));
    }),
  );
}
/** @returns a promise of each version that is kept here once: two while a new one waits, none when nothing is */
function keptVersions() {
  return copies()
    .then((names) => Promise.all(names.map((name) => attempt(() => versionsIn(name), []))))
    .then((all) => Array.from(new Set(all.flat().filter(Boolean))).sort());
}
function databases() {
  return attempt(() => indexedDB.databases(), []).then((all) => all.map((one) => one.name));
}
function countIn(name) {
  return new Promise((resolve) => {
    var request = indexedDB.open(name);
    request.onerror = () => resolve(0);
    request.onsuccess = () => {
      var db = request.result;
      if (!db.objectStoreNames.contains('entries')) {
        db.close();
        resolve(0);
        return;
      }
      var keys = db.transaction('entries').objectStore('entries').getAllKeys();
      keys.onerror = () => resolve(0);
      keys.onsuccess = () => {
        db.close();
        resolve(keys.result.filter((key) => String(key).indexOf('file ') === 0).length);
      };
    };
  });
}
function unsent() {
  return databases()
    .then((names) => Promise.all(names.filter((name) => OUTBOX.test(name)).map(countIn)))
    .then((counts) => counts.reduce((sum, count) => sum + count, 0));
}
function stateOf(registration) {
  if (registration.waiting) return 'a new one waits';
  if (registration.installing) return 'being installed';
  return registration.active ? 'active' : 'none';
}

function showFacts() {
  byId('facts').textContent = '';
  return Promise.all([
    attempt(() => fetch('/release-notes.json', { cache: 'no-store' }).then((a) => a.json()), null),
    workers(),
    copies(),
    keptVersions(),
    unsent(),
    sharedCount(),
    attempt(() => navigator.storage.estimate(), null),
  ]).then((known) => {
    var releases = known[0];
    var used = known[6];
    var latest = Array.isArray(releases) && releases[0] ? releases[0].version : undefined;
    fact('Version on the server', latest || 'The server cannot be reached');
    fact('Version kept on this device', known[3].join(', ') || 'none');
    fact('Service workers', known[1].map(stateOf).join(', ') || 'none');
    fact('Copies of the console', String(known[2].length));
    fact('Uploads not sent', String(known[4]));
    if (known[5]) fact('Shared files, not taken yet', String(known[5]));
    if (used) fact('Storage used', `${(used.usage / MEBIBYTE).toFixed(1)} MB`);
  });
}

function unregister() {
  return workers()
    .then((all) => Promise.all(all.map((one) => attempt(() => one.unregister(), false))))
    .then((ended) => say(`Service workers removed: ${ended.filter(Boolean).length}.`));
}
/** @returns a promise of how many of these are gone */
function removeCaches(names) {
  return Promise.all(names.map((name) => attempt(() => caches.delete(name), false))).then(
    (gone) => gone.filter(Boolean).length,
  );
}
function clearCopies() {
  return copies()
    .then(removeCaches)
    .then((count) => say(`Copies of the console removed: ${count}.`));
}
function removeDatabase(name) {
  return new Promise((resolve) => {
    var request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve('gone');
    request.onerror = request.onblocked = () => resolve('held');
  });
}
function eraseData() {
  return removeCaches([SHARED])
    .then(databases)
    .then((names) => Promise.all(names.map(removeDatabase)))
    .then((ends) => {
      var held = ends.filter((end) => end === 'held').length;
      say(`Stores of data removed: ${ends.length - held}.`);
      if (held) say('Some are in use: close the other tabs of the console and try again.');
    })
    .then(() => attempt(() => localStorage.clear()))
    .then(() => attempt(() => sessionStorage.clear()))
    .then(() =>
      attempt(() => fetch('/api/auth/logout', { method: 'POST' }).then((a) => a.ok), false),
    )
    .then((signedOut) =>
      say(signedOut ? 'Signed out.' : 'The server could not be told that you signed out.'),
    );
}

function run(work) {
  byId('clear').disabled = byId('erase').disabled = true;
  byId('done').textContent = '';
  return work()
    .then(() => say('Done.'))
    .catch((error) => say(`Not everything could be done: ${error}`))
    .then(() => {
      byId('clear').disabled = byId('erase').disabled = false;
      return showFacts();
    });
}

function counted(count, one, many) {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
function lossOf(uploads, shared) {
  var lost = [
    counted(uploads, 'upload that was not sent', 'uploads that were not sent'),
    counted(shared, 'shared file that was not taken', 'shared files that were not taken'),
  ].filter(Boolean);
  return lost.length === 0 ? 'No upload waits here.' : `This will be lost: ${lost.join(', ')}.`;
}

byId('clear').onclick = () => run(() => unregister().then(clearCopies));
byId('erase').onclick = () => {
  if (armed) {
    run(() => unregister().then(clearCopies).then(eraseData));
    return;
  }
  armed = true;
  Promise.all([unsent(), sharedCount()]).then((known) => {
    var loss = lossOf(known[0], known[1]);
    byId('warning').textContent = `${loss} Press again to erase everything and sign out.`;
  });
};
showFacts();
