import type { CallName, PathParams } from '../../contract/paths.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Activity } from '../../contract/shapes/activity.ts';
import type {
  CallRequest,
  LogFormat,
  Outcome,
  PageFacts,
  UploadPayload,
  WorkerFigures,
} from '../worker/api.ts';
import { createMirror, type Mirror } from './mirror.ts';
import type { Timers } from './questions.ts';
import { createSupervisor, type Incident, type Spawn } from './supervisor.ts';

/**
 * What the page asks of the data worker, and what it keeps asked: the open account, the watched reads and
 * the page's facts are told again to every worker that takes the place of another.
 */
export interface DataLink {
  readonly mirror: Mirror;
  /** Never throws: a lost worker is a failure like another. */
  send(name: CallName, request?: CallRequest): Promise<Outcome>;
  /** @returns the id of an upload that the device keeps and the mirror holds. Rejects when it does not */
  keep(upload: UploadPayload): Promise<string>;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** Watches a read until the undo that is returned is called. */
  watch(name: CallName, params?: PathParams): () => void;
  refresh(name: CallName, params?: PathParams): Promise<void>;
  /** Resolves when what the disk remembered is in the mirror. Rejects when the worker cannot be had. */
  open(account: string): Promise<void>;
  close(forget: boolean): Promise<void>;
  /** A file of exactly these rows, made by the worker. Rejects when it cannot be had. */
  logFile(format: LogFormat, rows: readonly Activity[]): Promise<Blob>;
  /** Rejects when the worker does not answer. */
  figures(): Promise<WorkerFigures>;
  tell(facts: PageFacts): void;
  incidents(): readonly Incident[];
  /** Starts a worker that waits to be started again after it died too often: what it died of may be mended. */
  revive(): void;
  stop(): void;
}

/** The worker has a time limit of its own for every call; these only notice a worker that hangs. */
const SEND_LIMIT_MS = 45_000;
const UPLOAD_LIMIT_MS = 31 * 60_000;
const ORDER_LIMIT_MS = 15_000;
/** The worker has five minutes to write a large file to the device. */
const KEEP_LIMIT_MS = 6 * 60_000;

interface Watch {
  readonly name: CallName;
  readonly params: PathParams;
  count: number;
}

export function createDataLink(spawn: Spawn, timers: Timers): DataLink {
  const mirror = createMirror(() => timers.now());
  const supervisor = createSupervisor(spawn, timers, { started: giveOrders, push: mirror.apply });
  const watches = new Map<string, Watch>();
  let account: string | undefined;
  let facts: PageFacts | undefined;

  function giveOrders(): void {
    mirror.restart();
    if (facts !== undefined) tellFacts(facts);
    if (account !== undefined) order(openAccount(account));
    for (const { name, params } of watches.values()) orderWatch(name, params);
  }

  function openAccount(name: string): Promise<void> {
    return supervisor.run(ORDER_LIMIT_MS, async (api) => {
      await mirror.reached(await api.open(name));
    });
  }

  function orderWatch(name: CallName, params: PathParams): void {
    order(supervisor.run(ORDER_LIMIT_MS, (api) => api.watch(name, params)));
  }

  function tellFacts(next: PageFacts): void {
    order(supervisor.run(ORDER_LIMIT_MS, (api) => api.tell(next)));
  }

  return {
    mirror,
    async send(name, request = {}) {
      const limitMs = name === 'upload' ? UPLOAD_LIMIT_MS : SEND_LIMIT_MS;
      try {
        return await supervisor.run(limitMs, (api) => api.send(name, request));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return { ok: false, status: 0, text, why: 'worker' };
      }
    },
    async keep(upload) {
      const { id, push } = await supervisor.run(KEEP_LIMIT_MS, (api) => api.keep(upload));
      await mirror.reached(push);
      return id;
    },
    retry: (id) => supervisor.run(ORDER_LIMIT_MS, (api) => api.retry(id)),
    discard: (id) => supervisor.run(ORDER_LIMIT_MS, (api) => api.discard(id)),
    watch(name, params = {}) {
      const text = keyOf(name, params).join('/');
      const watch = watches.get(text) ?? { name, params, count: 0 };
      watches.set(text, watch);
      watch.count += 1;
      if (watch.count === 1) orderWatch(name, params);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        watch.count -= 1;
        if (watch.count > 0) return;
        watches.delete(text);
        order(supervisor.run(ORDER_LIMIT_MS, (api) => api.unwatch(name, params)));
      };
    },
    refresh: (name, params = {}) =>
      supervisor.run(SEND_LIMIT_MS, (api) => api.refresh(name, params)),
    open(name) {
      account = name;
      return openAccount(name);
    },
    close(forget) {
      account = undefined;
      return supervisor.run(ORDER_LIMIT_MS, (api) => api.close(forget));
    },
    logFile: (...order) => supervisor.run(ORDER_LIMIT_MS, (api) => api.logFile(...order)),
    figures: () => supervisor.run(ORDER_LIMIT_MS, (api) => api.figures()),
    tell(next) {
      facts = next;
      supervisor.rest(!next.visible);
      tellFacts(next);
    },
    incidents: supervisor.incidents,
    revive: supervisor.revive,
    stop: supervisor.stop,
  };
}

/** An order that a lost worker did not take is given again to the one that takes its place. */
function order(given: Promise<void>): void {
  given.catch((error: unknown) => error);
}
