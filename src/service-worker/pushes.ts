import { PATHS, pathOf, SERVER_TIME_HEADER } from '../../contract/paths.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';
import {
  createPushMemory,
  PUSH_CHANNEL,
  PUSH_OPEN,
  type PushArrival,
  type PushMemory,
} from '../shared/push-memory.ts';

type Memory = Pick<PushMemory, 'choice'>;

/**
 * Pushes: each shows a notification, whatever is open and whatever it holds; a tap leads to the console; a
 * subscription that the browser renews is sent to the server.
 */
export function showPushes(
  scope: ServiceWorkerGlobalScope,
  memory: Memory = createPushMemory(),
): void {
  scope.addEventListener('push', (event) => {
    const message = parsePush(event.data);
    event.waitUntil(
      show(scope, message).then(() => {
        announce(message);
        return sayArrived(scope, message);
      }),
    );
  });
  scope.addEventListener('notificationclick', (event) => {
    const { notification, action } = event;
    notification.close();
    const { url, incident } = (notification.data ?? {}) as { url?: unknown; incident?: unknown };
    const to = typeof url === 'string' ? url : '/dashboard';
    const isTaken = action === ACKNOWLEDGE && typeof incident === 'number';
    event.waitUntil(isTaken ? acknowledge(scope, notification, incident) : open(scope, to));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { newSubscription } = event as PushSubscriptionChangeEvent;
    event.waitUntil(subscribeAgain(scope, memory, newSubscription));
  });
}

const ACKNOWLEDGE = 'acknowledge';
/** After that a browser may not let a tap open a page any more. */
const ACKNOWLEDGE_LIMIT_MS = 4000;

/** Takes the incident on. Where the server does not say that it has, its page shows why. */
async function acknowledge(
  scope: ServiceWorkerGlobalScope,
  { title, tag }: Notification,
  incident: number,
): Promise<void> {
  const url = `/incidents/${incident}`;
  const path = pathOf('acknowledgeIncident', { id: String(incident) });
  const isTaken = await post(scope, path, { note: '' }, ACKNOWLEDGE_LIMIT_MS).then(
    // A proxy in front may answer with a sign-in page of its own.
    ({ ok, headers }) => ok && headers.has(SERVER_TIME_HEADER),
    () => false,
  );
  if (isTaken) await show(scope, { title: 'You are on it', text: title, tag, url });
  else await open(scope, url);
}

/** Options that the browsers which have them honour and the others pass over. */
interface Options extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp: number;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

async function show(scope: ServiceWorkerGlobalScope, message: Shown): Promise<void> {
  const { title, text, tag, url, at, incident } = message;
  const options: Options = {
    body: text,
    tag,
    // The same platform again is news all the same.
    renotify: true,
    icon: '/icons/any-192.png',
    badge: '/icons/badge-96.png',
    timestamp: at ?? Date.now(),
    data: { url, incident },
    actions: incident === undefined ? [] : [{ action: ACKNOWLEDGE, title: 'I am on it' }],
  };
  await scope.registration.showNotification(title, options);
}

function announce({ id }: Shown): void {
  const channel = new BroadcastChannel(PUSH_CHANNEL);
  channel.postMessage({ id } satisfies PushArrival);
  channel.close();
}

/** Says that a drill was shown here. Where that fails, whoever taps it says so. */
async function sayArrived(scope: ServiceWorkerGlobalScope, { arrival }: Shown): Promise<void> {
  if (arrival === undefined) return;
  const said = post(scope, PATHS.reportArrival, { token: arrival }, ARRIVAL_LIMIT_MS);
  await said.catch(() => undefined);
}

const ARRIVAL_LIMIT_MS = 20_000;

const post = (scope: ServiceWorkerGlobalScope, path: string, payload: object, limitMs: number) =>
  scope.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(limitMs),
  });

/** A tap must lead somewhere while the browser still counts it as one. */
const ASKED_MAX = 3;
/** How long an open page may take to say that it leads there. */
const ANSWER_MS = 1000;

async function open({ clients }: ServiceWorkerGlobalScope, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const operated = windows.filter((one) => !new URL(one.url).searchParams.has('wall'));
  const seenFirst = operated.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  for (const client of seenFirst.slice(0, ASKED_MAX)) {
    if (!(await takesOver(client, url))) continue;
    await client.focus();
    return;
  }
  await clients.openWindow(url);
}

/** A page is asked rather than sent there: to navigate it from here would load it anew, with what it holds lost. */
function takesOver(client: Client, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    client.postMessage({ kind: PUSH_OPEN, url }, [port2]);
  });
}

/** What fails here is made good when the console is opened the next time. */
async function subscribeAgain(
  scope: ServiceWorkerGlobalScope,
  memory: Memory,
  renewed: PushSubscription | null,
): Promise<void> {
  const choice = await memory.choice();
  if (choice === undefined) return;
  const subscription =
    renewed ??
    (await scope.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: choice.publicKey,
    }));
  const { endpoint, keys } = subscription.toJSON();
  await scope.fetch(PATHS.pushSubscribe, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, kinds: choice.kinds }),
  });
}

/** What a notification shows. */
type Shown = Pick<PushMessage, 'title' | 'text' | 'tag' | 'url'> &
  Partial<Pick<PushMessage, 'at' | 'id' | 'incident' | 'arrival'>>;

/** A browser takes away the right to push from who shows nothing, so what cannot be read shows this. */
const UNREADABLE: Shown = {
  title: 'Something happened',
  text: 'Open the console to see what.',
  tag: 'unreadable',
  url: '/dashboard',
};

/** Reads what was pushed; never throws. By hand: a service worker is small, and starts for each push. */
export function parsePush(data: Pick<PushMessageData, 'json'> | null): Shown {
  try {
    const said: unknown = data?.json();
    return isMessage(said) ? { ...said, url: safePath(said.url) } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

function isMessage(said: unknown): said is Shown {
  if (typeof said !== 'object' || said === null) return false;
  const { title, text, tag, url, at, id, incident, arrival } = said as Partial<
    Record<keyof Shown, unknown>
  >;
  return (
    [title, text, tag, url].every((one) => typeof one === 'string' && one !== '') &&
    [at, incident].every((one) => one === undefined || Number.isFinite(one)) &&
    [id, arrival].every((one) => one === undefined || typeof one === 'string')
  );
}

/** A tap never leads out of the console. */
const safePath = (url: string) => (/^\/(?![/\\])/.test(url) ? url : UNREADABLE.url);
