import { expose } from 'comlink';
import { LIVE_PATH } from '../../contract/paths.ts';
import { openKeyValue } from '../shared/key-value.ts';
import { deviceClock } from './clock.ts';
import { webSocketAt } from './connection/socket.ts';
import { createDataWorker } from './data-worker.ts';
import type { sendUpload as SendUpload } from './outbox/send-upload.ts';
import type { FormUpload, ResumableUpload } from './outbox/transports.ts';
import { leadAlone, leadByLocks } from './tabs/leadership.ts';
import { openBroadcastChannel, openNoChannel } from './tabs/tab-channel.ts';

/** The worker's entry: real dependencies in, the api out. */
const { host, protocol, pathname } = self.location;
/** Outside of a secure context there are no locks; then every tab speaks to the server itself. */
const locks = 'locks' in navigator && 'BroadcastChannel' in self ? navigator.locks : undefined;

const shared = {
  clock: deviceClock,
  fetch: (address: string, init: RequestInit) => fetch(address, init),
  openKeyValue,
  random: Math.random,
};

/**
 * WebKit evaluates a worker's entry once more when a chunk imports from it. The copy must not answer too: no account is
 * open in it.
 */
if (!('isServed' in self)) {
  Object.assign(self, { isServed: true });
  serve();
}

function serve(): void {
  const worker = createDataWorker({
    ...shared,
    openSocket: webSocketAt(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`),
    createLeadership: locks ? leadByLocks(locks) : leadAlone,
    openChannel: locks ? openBroadcastChannel : openNoChannel,
    // Who only signs in needs no outbox: its code is loaded when an account is opened, what sends when there is something to send.
    async openOutbox(options, events, signal) {
      // The first screen's reads are asked for before: on a slow line the outbox's code would come in front of their answers.
      await deviceClock.sleep(0, signal);
      const { openOutbox } = await import('./outbox/outbox.ts');
      const hash = async (file: Blob, signal: AbortSignal) =>
        (await import('./outbox/upload-hash.ts')).hashFile(file, signal);
      const sendUpload: typeof SendUpload = async (...upload) =>
        (await import('./outbox/send-upload.ts')).sendUpload(...upload);
      const sendForm = async (upload: FormUpload) =>
        (await import('./outbox/transports.ts')).sendForm(upload);
      const sendResumable = async (upload: ResumableUpload) =>
        (await import('./outbox/upload-tus.ts')).sendResumable(upload);
      const transports = { hash, sendForm, sendResumable };
      const deps = { ...shared, locks, sendUpload, ...transports };
      return openOutbox(deps, options, events, signal);
    },
    async eraseOutbox(account) {
      const { eraseOutbox } = await import('./outbox/outbox-disk.ts');
      await eraseOutbox(shared, account);
    },
    newKey,
    tab: `${Date.now()}-${Math.random()}`,
    // The name of this script holds the hash of what is in it.
    build: pathname,
  });
  expose(worker);
}

const KEY_BYTES = 16;

/** Outside of a secure context there is no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
