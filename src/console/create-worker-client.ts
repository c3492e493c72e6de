import { type CallName, keyOf, keyText, type PathParams } from '../../contract/paths.ts';
import type { Push } from '../shared/delta.ts';
import { NOT_CONNECTED, type PageState, type WorkerStatus } from '../shared/model.ts';
import type { Failure, Outcome } from '../shared/outcome.ts';
import { createSubscribable, createValueStore, type ValueStore } from '../shared/subscribable.ts';
import type { CallRequest, OnLine, UploadPayload } from '../worker/api.ts';
import type { Timers } from './pending-calls.ts';
import { type Crash, createSupervisor, type RemoteApi, type Spawn } from './supervisor.ts';

/** What reaches the worker as it is. Rejects when it does not answer, or when this device does not keep what is given. */
type PassedOn = Pick<
  RemoteApi,
  'retry' | 'discard' | 'acknowledgeLater' | 'takeBack' | 'close' | 'tableFile' | 'painted'
>;

/**
 * The page's end of the data worker. The open account, the subscribed reads and the page's state are sent again to
 * every worker that replaces another. It holds no entries: `page-cache` does, so that a sign-in page loads no cache.
 */
export interface WorkerClient extends PassedOn {
  /** Connection, clock and storage as the worker last reported them. */
  readonly status: ValueStore<WorkerStatus>;
  /** Server time, epoch milliseconds. */
  serverNow(): number;
  /** Called with each push, after `status` has changed. @returns the undo */
  onPush(listener: (push: Push) => void): () => void;
  /** Pushes that arrive from now on wait until `over` resolves, and what waits for a push does too. */
  holdPushes(over: Promise<void>): void;
  /** Never throws: a lost worker is a failure like another. @param onLine of an answer in lines gets all but the last; a proxy of Comlink's */
  send(name: CallName, request?: CallRequest, onLine?: OnLine): Promise<Outcome>;
  /** Sets what a refused call goes to whose answer asks who this is. Until then it is a failure. */
  setStepUp(next: StepUp): void;
  /** @returns the id of an upload that the device keeps and a push has named. Rejects when it is not kept */
  enqueueUpload(upload: UploadPayload): Promise<string>;
  /** Keeps a read current until the undo that is returned is called. */
  subscribe(name: CallName, params?: PathParams): () => void;
  refresh(name: CallName, params?: PathParams): Promise<void>;
  /** Resolves when last-known data was pushed. Rejects when the worker cannot be had. */
  open(account: string): Promise<void>;
  setPageState(state: PageState): void;
  crashes(): readonly Crash[];
  /** Ends the worker, which holds a lock, a socket and transactions, until `resume` starts another. */
  suspend(): void;
  resume(): void;
  stop(): void;
}

/** The worker has a time limit of its own for every call; these only notice a worker that hangs. */
const SEND_LIMIT_MS = 45_000;
const COMMAND_LIMIT_MS = 15_000;
/** The worker has five minutes to write a large file to the device. */
const ENQUEUE_LIMIT_MS = 6 * 60_000;

/** Given a refused call and what makes it again. @returns how it ended */
type StepUp = (failure: Failure, again: () => Promise<Outcome>) => Promise<Outcome>;

interface Subscription {
  readonly name: CallName;
  readonly params: PathParams;
  count: number;
}

export function createWorkerClient(spawn: Spawn, timers: Timers): WorkerClient {
  const { status, onPush, hold, receive, pushed, restart } = createPushReceiver();
  const supervisor = createSupervisor(spawn, timers, { started: resubscribe, push: receive });
  const subscriptions = new Map<string, Subscription>();
  let stepUp: StepUp | undefined;
  let account: string | undefined;
  let pageState: PageState | undefined;

  function resubscribe(): void {
    restart();
    const [state, name] = [pageState, account];
    if (state !== undefined) command((api) => api.setPageState(state));
    if (name !== undefined) command((api) => openAccount(api, name));
    for (const read of subscriptions.values())
      command((api) => api.subscribe(read.name, read.params));
  }

  async function openAccount(api: RemoteApi, name: string): Promise<void> {
    await pushed(await api.open(name));
  }

  function ask<T>(question: (api: RemoteApi) => Promise<T>): Promise<T> {
    return supervisor.call(COMMAND_LIMIT_MS, question);
  }

  /** A command that a lost worker did not carry out is given again to the one that replaces it. */
  function command(give: (api: RemoteApi) => Promise<void>): void {
    ask(give).catch(() => undefined);
  }

  function subscribe(name: CallName, params: PathParams = {}): () => void {
    const key = keyText(keyOf(name, params));
    const subscription = subscriptions.get(key) ?? { name, params, count: 0 };
    subscriptions.set(key, subscription);
    subscription.count += 1;
    if (subscription.count === 1) command((api) => api.subscribe(name, params));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      subscription.count -= 1;
      if (subscription.count > 0) return;
      subscriptions.delete(key);
      command((api) => api.unsubscribe(name, params));
    };
  }

  return {
    status,
    serverNow: () => timers.now() + status.get().skewMs,
    onPush,
    holdPushes: hold,
    send: (name, request = {}, onLine) =>
      sendWith(stepUp, () =>
        supervisor.call(SEND_LIMIT_MS, (api) => api.send(name, request, onLine)).catch(lostWorker),
      ),
    setStepUp(next) {
      stepUp = next;
    },
    async enqueueUpload(upload) {
      const { id, push } = await supervisor.call(ENQUEUE_LIMIT_MS, (api) =>
        api.enqueueUpload(upload),
      );
      await pushed(push);
      return id;
    },
    retry: (id) => ask((api) => api.retry(id)),
    discard: (id) => ask((api) => api.discard(id)),
    acknowledgeLater: (pending) => ask((api) => api.acknowledgeLater(pending)),
    takeBack: (incident) => ask((api) => api.takeBack(incident)),
    subscribe,
    refresh: (name, params = {}) =>
      supervisor.call(SEND_LIMIT_MS, (api) => api.refresh(name, params)),
    open(name) {
      account = name;
      return ask((api) => openAccount(api, name));
    },
    close(forget) {
      account = undefined;
      return ask((api) => api.close(forget));
    },
    tableFile: (order) => ask((api) => api.tableFile(order)),
    setPageState(next) {
      pageState = next;
      supervisor.pausePings(!next.visible);
      command((api) => api.setPageState(next));
    },
    painted: (painted) => ask((api) => api.painted(painted)),
    crashes: supervisor.crashes,
    suspend: supervisor.suspend,
    resume: supervisor.resume,
    stop: supervisor.stop,
  };
}

async function sendWith(
  stepUp: StepUp | undefined,
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await call();
  const isAsked = !outcome.ok && outcome.text.includes('"confirm"');
  return stepUp && isAsked ? stepUp(outcome, call) : outcome;
}

/** What comes over the worker's port. */
function createPushReceiver() {
  const status = createValueStore<WorkerStatus>({
    connection: NOT_CONNECTED,
    skewMs: 0,
    storage: 'disk',
  });
  const pushes = createSubscribable<[Push]>();
  let received = 0;
  let held: Push[] | undefined;

  function receive(push: Push): void {
    if (held !== undefined) {
      held.push(push);
      return;
    }
    received = push.number;
    if (push.status !== undefined) status.set(push.status);
    pushes.emit(push);
  }

  return {
    status,
    onPush: pushes.subscribe,
    receive,
    hold(over: Promise<void>): void {
      held = [];
      void over.then(() => {
        const waiting = held ?? [];
        held = undefined;
        waiting.forEach(receive);
      });
    },
    /** Resolves once the push with this number has arrived. */
    pushed(number: number): Promise<void> {
      if (received >= number) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = pushes.subscribe((push) => {
          if (push.number < number) return;
          stop();
          resolve();
        });
      });
    },
    /** Every worker counts its pushes from the start. */
    restart(): void {
      received = 0;
      held &&= [];
    },
  };
}

function lostWorker(error: unknown): Outcome {
  const text = error instanceof Error ? error.message : String(error);
  return { ok: false, status: 0, text, why: 'worker' };
}
