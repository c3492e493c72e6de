import { useSyncExternalStore } from 'react';
import { accountName } from '../device/markers.ts';
import { createPushDevice } from '../device/push/push-device.ts';
import { notifiedAccount, setNotifiedAccount } from '../device/push/push-flag.ts';
import { createPushFlow } from '../device/push/push-flow.ts';
import type { PushState } from '../shared/model.ts';
import { PUSH_OPEN } from '../shared/push-memory.ts';
import { after } from '../shared/time.ts';
import { workerClient } from './worker-client.ts';

/** The page's one end of pushes; loaded when it is looked at, or when this device is notified. */
export const push = createPushFlow({
  device: createPushDevice(),
  send: workerClient.send,
  flag: (isOn) => setNotifiedAccount(isOn ? accountName() : null),
  after,
});

export function usePush(): PushState {
  return useSyncExternalStore(push.subscribe, push.state);
}

let followed = false;

/**
 * Once a page: keeps this device subscribed, and shows what a tapped notification leads to. It goes on for as
 * long as the page does.
 *
 * @param open shows a path of the console
 */
export function followPushes(open: (path: string) => void): void {
  if (followed || !('serviceWorker' in navigator)) return;
  followed = true;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data?.kind !== PUSH_OPEN || typeof data.url !== 'string') return;
    ports[0]?.postMessage(true);
    open(data.url);
  });
  navigator.serviceWorker.startMessages();
  keepWhileSignedIn();
}

/**
 * Once the console is live, so that nothing waits for it; and again after signing in anew: a session that ended
 * took the subscription at the server with it.
 */
function keepWhileSignedIn(): void {
  let isDue = true;
  const look = () => {
    const { state } = workerClient.status.get().connection;
    if (state === 'refused') isDue = true;
    if (state !== 'live' || !isDue) return;
    isDue = false;
    keepForAccount();
  };
  workerClient.status.subscribe(look);
  look();
}

/** Whoever else is signed in here now has not asked to be notified. */
function keepForAccount(): void {
  const account = notifiedAccount();
  if (account === null) return;
  (account === accountName() ? push.keep() : push.forget()).catch(reportError);
}
