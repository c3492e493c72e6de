import { openKeyValue } from '../../shared/key-value.ts';
import type { PushLack } from '../../shared/model.ts';
import {
  PUSH_CHANNEL,
  PUSH_FACT,
  PUSH_STORE,
  type PushArrival,
  type PushChoice,
} from '../../shared/push-memory.ts';

/** The browser's parts that pushes are made of. */
export interface PushDevice {
  /** null where it has pushes. */
  lack(): PushLack | null;
  permission(): NotificationPermission;
  /** Asks the person; only within a tap. */
  ask(): Promise<NotificationPermission>;
  /** false: no service worker runs yet, so nothing can be subscribed. */
  isReady(): Promise<boolean>;
  subscription(): Promise<PushSubscription | null>;
  /** Rejects when the browser's push service cannot be had. */
  subscribe(publicKey: string): Promise<PushSubscription>;
  /** Called with what comes from now on. @returns the undo */
  onArrival(listener: (arrival: PushArrival) => void): () => void;
  readonly memory: PushMemory;
}

/** What the device keeps; the service worker reads the choice and writes the last arrival. */
export interface PushMemory {
  choice(): Promise<PushChoice | undefined>;
  choose(choice: PushChoice): Promise<void>;
  forget(): Promise<void>;
  last(): Promise<PushArrival | undefined>;
}

export function createPushDevice(): PushDevice {
  const registration = () => navigator.serviceWorker.getRegistration();
  return {
    lack,
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    isReady: async () => Boolean((await registration())?.active),
    subscription: async () => (await registration())?.pushManager.getSubscription() ?? null,
    async subscribe(publicKey) {
      const found = await registration();
      if (found === undefined) throw new Error('no service worker');
      return found.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      });
    },
    onArrival(listener) {
      const channel = new BroadcastChannel(PUSH_CHANNEL);
      channel.onmessage = ({ data }: MessageEvent<PushArrival>) => listener(data);
      return () => channel.close();
    },
    memory: createMemory(),
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

function createMemory(): PushMemory {
  const facts = openKeyValue(PUSH_STORE.database, PUSH_STORE.store);
  return {
    choice: async () => (await facts.get(PUSH_FACT.choice)) as PushChoice | undefined,
    choose: (choice) => facts.setMany([[PUSH_FACT.choice, choice]]),
    forget: () => facts.remove([PUSH_FACT.choice, PUSH_FACT.last]),
    last: async () => (await facts.get(PUSH_FACT.last)) as PushArrival | undefined,
  };
}
