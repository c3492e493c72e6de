import type { PushDevice } from '../../src/device/push/push-device.ts';
import type { PushLack } from '../../src/shared/model.ts';
import type { PushArrival, PushChoice } from '../../src/shared/push-memory.ts';

/** A browser with a push service of its own, in memory. */
export interface FakePushDevice extends PushDevice {
  /** What the browser lets the page do. */
  able: {
    lack: PushLack | null;
    ready: boolean;
    service: boolean;
    unsubscribe: boolean;
    /** false: the device's database fails. */
    memory: boolean;
  };
  /** What is answered when somebody is asked, or was before. */
  granted: NotificationPermission;
  /** A push comes in. */
  arrive(arrival: PushArrival): void;
  /** The browser lets the subscription go, as it may at any time. */
  lapse(): void;
  kept(): PushChoice | undefined;
}

export function createFakePushDevice(): FakePushDevice {
  const listeners = new Set<(arrival: PushArrival) => void>();
  let permission: NotificationPermission = 'default';
  let current: PushSubscription | null = null;
  let made = 0;
  let choice: PushChoice | undefined;

  function subscriptionAt(publicKey: string): PushSubscription {
    made += 1;
    const endpoint = `https://fcm.googleapis.com/fcm/send/${made}`;
    const key = Uint8Array.from(Buffer.from(publicKey, 'base64url')).buffer;
    return {
      endpoint,
      options: { applicationServerKey: key, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        if (!device.able.unsubscribe) throw new DOMException('Unsubscription failed', 'AbortError');
        current = null;
        return true;
      },
    } as unknown as PushSubscription;
  }

  function fact<T>(value: () => T): Promise<T> {
    if (device.able.memory) return Promise.resolve(value());
    return Promise.reject(new DOMException('Internal error.', 'UnknownError'));
  }

  const device: FakePushDevice = {
    able: { lack: null, ready: true, service: true, unsubscribe: true, memory: true },
    granted: 'granted',
    lack: () => device.able.lack,
    permission: () => permission,
    async ask() {
      permission = device.granted;
      return permission;
    },
    isReady: async () => device.able.ready,
    subscription: async () => current,
    async subscribe(publicKey) {
      if (!device.able.service) throw new DOMException('Registration failed', 'AbortError');
      current = subscriptionAt(publicKey);
      return current;
    },
    onArrival(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    arrive(arrival) {
      for (const listener of [...listeners]) listener(arrival);
    },
    lapse() {
      current = null;
    },
    kept: () => choice,
    memory: {
      choice: () => fact(() => choice),
      choose: (next) =>
        fact(() => {
          choice = next;
        }),
      forget: () =>
        fact(() => {
          choice = undefined;
        }),
    },
  };
  return device;
}
