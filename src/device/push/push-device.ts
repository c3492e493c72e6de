import type { PushKind } from '../../../contract/limits.ts';
import type { ServerPushState } from '../../../contract/shapes/push.ts';
import type { PushLack } from '../../shared/model.ts';
import { messageOf, type Outcome } from '../../shared/outcome.ts';
import { createPushMemory, PUSH_CHANNEL, type PushArrival } from '../../shared/push-memory.ts';

export type PushDevice = ReturnType<typeof createPushDevice>;

/** The browser's parts that pushes are made of. */
export function createPushDevice() {
  const registration = () => navigator.serviceWorker.getRegistration();
  return {
    memory: createPushMemory(),
    /** null where it has pushes. */
    lack,
    permission: () => Notification.permission,
    /** Asks the person; only within a tap. */
    ask: () => Notification.requestPermission(),
    /** false: no service worker runs yet, so nothing can be subscribed. */
    isReady: async () => Boolean((await registration())?.active),
    subscription: async () => (await registration())?.pushManager.getSubscription() ?? null,
    /** Rejects when the browser's push service cannot be had. */
    async subscribe(publicKey: string): Promise<PushSubscription> {
      const found = await registration();
      if (found === undefined) throw new Error('no service worker');
      return found.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      });
    },
    /** Called with what comes from now on. @returns the undo */
    onArrival(listener: (arrival: PushArrival) => void): () => void {
      const channel = new BroadcastChannel(PUSH_CHANNEL);
      channel.onmessage = ({ data }: MessageEvent<PushArrival>) => listener(data);
      return () => channel.close();
    },
  };
}

/** iPadOS and iOS have pushes in apps of the home screen alone. */
function lack(): PushLack | null {
  if (!isSecureContext) return 'insecure';
  if ('PushManager' in globalThis && 'Notification' in globalThis) return null;
  // Apple's browsers alone have this field: false in a tab, true from the home screen.
  const { standalone } = navigator as Navigator & { readonly standalone?: boolean };
  return standalone === false ? 'home-screen' : 'browser';
}

export interface PushSubscriptionDeps {
  readonly device: PushDevice;
  readonly send: (name: PushCall, request?: { payload: unknown }) => Promise<Outcome>;
}

type PushCall = 'push' | 'pushSubscribe' | 'pushUnsubscribe' | 'pushTest';

const NO_SERVICE =
  'The browser could not subscribe: its push service is switched off or cannot be reached.';
export const NO_ANSWER = 'The server could not be asked.';

/** The subscription that browser and server have to agree on. It knows nothing of what is shown of it. */
export function createPushSubscription({ device, send }: PushSubscriptionDeps) {
  let drops = 0;
  return {
    /** @returns what went wrong, for the person; undefined when this device is subscribed with these kinds */
    async subscribe(kinds: readonly PushKind[]): Promise<string | undefined> {
      const before = drops;
      const asked = await send('push');
      if (!asked.ok) return messageOf(asked) ?? NO_ANSWER;
      const { publicKey } = asked.data as ServerPushState;
      const subscription = await freshSubscription(device, publicKey);
      if (subscription === undefined) return NO_SERVICE;
      // Somebody has signed out meanwhile.
      if (drops !== before) {
        await subscription.unsubscribe();
        return NO_SERVICE;
      }
      const { endpoint, keys } = subscription.toJSON();
      const registered = await send('pushSubscribe', { payload: { endpoint, keys, kinds } });
      if (!registered.ok) return messageOf(registered) ?? NO_ANSWER;
      if (drops === before) await device.memory.choose({ kinds, publicKey });
      return undefined;
    },
    /** Ends it in the browser: from then on nothing can be sent, by whatever server. */
    async drop() {
      drops += 1;
      await (await device.subscription())?.unsubscribe();
    },
    /** Where the server sends to; empty without a subscription. */
    endpoint: async () => (await device.subscription())?.endpoint ?? '',
  };
}

/** @returns the subscription at this server's key, created where there is none or one of another key */
async function freshSubscription(
  device: PushDevice,
  publicKey: string,
): Promise<PushSubscription | undefined> {
  const known = await device.subscription();
  if (known !== null && keyOf(known) === publicKey) return known;
  try {
    await known?.unsubscribe();
    return await device.subscribe(publicKey);
  } catch {
    // The browser's own message is for programmers; the caller says what it means.
    return undefined;
  }
}

/** Base64url, without padding. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
