import { expose } from 'comlink';
import { LIVE_PATH } from '../../contract/paths.ts';
import { openKeyValue } from '../shared/key-value.ts';
import { newId } from '../shared/new-id.ts';
import { deviceClock } from './clock.ts';
import { webSocketAt } from './connection/socket.ts';
import { createDataWorker } from './data-worker.ts';
import { openBroadcastChannel, openNoChannel } from './other-tabs.ts';
import type { sendUpload as SendUpload } from './outbox/send-upload.ts';
import type { FormUpload, ResumableUpload } from './outbox/transports.ts';

/** The worker's entry: real dependencies in, the api out. */
const { host, protocol } = self.location;
/** There are none outside of a secure context. */
const locks = 'locks' in navigator ? navigator.locks : undefined;

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
    openChannel: 'BroadcastChannel' in self ? openBroadcastChannel : openNoChannel,
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
    newKey: newId,
  });
  expose(worker);
}
