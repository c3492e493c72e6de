/**
 * The page for when everything else fails: it needs no bundle, and no service worker answers for it. What it
 * removes is this device's alone. Old syntax, each step by itself: one that fails does not stop the others.
 */
/** Files that another app shared with this one and nobody has taken yet. */
var SHARED = 'shared-files';
var OUTBOX = /^outbox /;
var MEBIBYTE = 1024 * 1024;
/** A broken place may neither answer nor fail. */
var LIMIT_MS = 3000;
/** A slow line is no broken place. */
var SERVER_LIMIT_MS = 15000;
/** A second press means the question that is still on the screen. */
var ARMED_MS = 20000;
var NOT_KNOWN = 'Not known';
var PLAIN = byId('warning').textContent;
var armed = 0;
var busy = false;

function byId(id) {
  return document.getElementById(id);
}
/** @returns a promise of what `work` gives, or of `instead` when it cannot, or takes too long */
function attempt(work, instead, limitMs) {
  var late = new Promise((resolve) => setTimeout(resolve, limitMs || LIMIT_MS, instead));
  var done = Promise.resolve()
    .then(work)
    .catch(() => instead);
  return Promise.race([done, late]);
}
/** Each fact stands by itself: one that is late keeps no other from the page. Nothing is said of an empty one. */
function fact(name, finding) {
  var line = byId('facts').appendChild(document.createElement('div'));
  line.appendChild(document.createElement('dt')).textContent = name;
  var value = line.appendChild(document.createElement('dd'));
  value.textContent = '…';
  return finding.then((text) => {
    value.textContent = text;
    if (!text) line.remove();
  });
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
/** @returns a promise of their names, or of nothing where the browser does not tell them */
function databases() {
  return attempt(() => indexedDB.databases(), undefined).then((all) => all?.map((one) => one.name));
}
function countIn(name) {
  return new Promise((resolve, reject) => {
    var request = indexedDB.open(name);
    request.onerror = reject;
    request.onsuccess = () => {
      var db = request.result;
      if (!db.objectStoreNames.contains('entries')) {
        db.close();
        resolve(0);
        return;
      }
      var keys = db.transaction('entries').objectStore('entries').getAllKeys();
      keys.onerror = reject;
      keys.onsuccess = () => {
        db.close();
        resolve(keys.result.filter((key) => String(key).indexOf('file ') === 0).length);
      };
    };
  });
}
/** @returns a promise of how many uploads wait here, or of nothing when that cannot be known */
function unsent() {
  return databases()
    .then((names) => names?.filter((name) => OUTBOX.test(name)))
    .then((names) => names && Promise.all(names.map((name) => attempt(() => countIn(name)))))
    .then((counts) =>
      counts?.every((count) => count !== undefined)
        ? counts.reduce((sum, count) => sum + count, 0)
        : undefined,
    );
}
function stateOf(registration) {
  if (registration.waiting) return 'a new one waits';
  if (registration.installing) return 'being installed';
  return registration.active ? 'active' : 'none';
}

function latestVersion() {
  var asked = () =>
    fetch('/release-notes.json', { cache: 'no-store' }).then((answer) => answer.json());
  return attempt(asked, null, SERVER_LIMIT_MS).then((releases) => {
    var latest = Array.isArray(releases) && releases[0] ? releases[0].version : undefined;
    return latest || 'The server cannot be reached';
  });
}
function storageUsed() {
  return attempt(() => navigator.storage.estimate(), null).then((used) =>
    used ? `${(used.usage / MEBIBYTE).toFixed(1)} MB` : '',
  );
}
function showFacts() {
  byId('facts').textContent = '';
  return Promise.all([
    fact('Version on the server', latestVersion()),
    fact(
      'Version kept on this device',
      keptVersions().then((versions) => versions.join(', ') || 'none'),
    ),
    fact(
      'Service workers',
      workers().then((all) => all.map(stateOf).join(', ') || 'none'),
    ),
    fact(
      'Copies of the console',
      copies().then((names) => String(names.length)),
    ),
    fact(
      'Uploads not sent',
      unsent().then((count) => String(count ?? NOT_KNOWN)),
    ),
    fact(
      'Shared files, not taken yet',
      sharedCount().then((count) => (count ? String(count) : '')),
    ),
    fact('Storage used', storageUsed()),
  ]);
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
function removeDatabases(names) {
  if (!names) {
    say(
      'This browser does not tell which data is stored here: remove the data of this site in its settings.',
    );
    return undefined;
  }
  var removals = names.map((name) => attempt(() => removeDatabase(name), 'held'));
  return Promise.all(removals).then((ends) => {
    var held = ends.filter((end) => end === 'held').length;
    say(`Stores of data removed: ${ends.length - held}.`);
    if (held) say('Some are in use: close the other tabs of the console and try again.');
  });
}
function eraseData() {
  return removeCaches([SHARED])
    .then(databases)
    .then(removeDatabases)
    .then(() => attempt(() => localStorage.clear()))
    .then(() => attempt(() => sessionStorage.clear()))
    .then(() =>
      attempt(
        () => fetch('/api/auth/logout', { method: 'POST' }).then((answer) => answer.ok),
        false,
        SERVER_LIMIT_MS,
      ),
    )
    .then((signedOut) =>
      say(signedOut ? 'Signed out.' : 'The server could not be told that you signed out.'),
    );
}

/** @param {boolean} now said to who listens, too; a button that is disabled would lose the focus */
function setBusy(now) {
  busy = now;
  ['clear', 'erase'].forEach((id) => {
    byId(id).setAttribute('aria-disabled', String(now));
  });
}
function run(work) {
  disarm();
  setBusy(true);
  byId('done').textContent = '';
  return work()
    .then(() => say('Done.'))
    .catch((error) => say(`Not everything could be done: ${error}`))
    .then(() => {
      setBusy(false);
      return showFacts();
    });
}

function counted(count, one, many) {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
function lossOf(uploads, shared) {
  var lost = [
    uploads === undefined ? 'any upload that was not sent' : '',
    counted(uploads || 0, 'upload that was not sent', 'uploads that were not sent'),
    counted(shared, 'shared file that was not taken', 'shared files that were not taken'),
  ].filter(Boolean);
  return lost.length === 0 ? 'No upload waits here.' : `This will be lost: ${lost.join(', ')}.`;
}
/** The question is on the screen before an answer to it counts. */
function arm() {
  return Promise.all([unsent(), sharedCount()]).then((known) => {
    var loss = lossOf(known[0], known[1]);
    byId('warning').textContent = `${loss} Press again to erase everything and sign out.`;
    armed = setTimeout(disarm, ARMED_MS);
  });
}
function disarm() {
  clearTimeout(armed);
  armed = 0;
  byId('warning').textContent = PLAIN;
}
/** One thing at a time: who presses twice means it once. */
function whenFree(work) {
  return () => {
    if (!busy) work();
  };
}
function ask() {
  setBusy(true);
  arm().then(() => setBusy(false));
}

byId('clear').onclick = whenFree(() => run(() => unregister().then(clearCopies)));
byId('erase').onclick = whenFree(() => {
  if (armed) run(() => unregister().then(clearCopies).then(eraseData));
  else ask();
});
showFacts();
