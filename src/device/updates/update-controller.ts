import { createValueStore } from '../../shared/subscribable.ts';
import type { ServiceWorkerClient, ServiceWorkerState } from './service-worker-client.ts';
import type { UpdateTabs } from './update-tabs.ts';

/**
 * Decides when this page becomes the new version: never under an upload or unsent work in any tab, all tabs together,
 * a tab with unsaved text later than the others, and never twice for one build.
 */
interface UpdateController {
  get(): UpdateState;
  /** @returns the undo */
  subscribe(listener: () => void): () => void;
  /** Asks whether the server has another version. */
  check(): Promise<CheckResult>;
  /**
   * The server has another build, and this device has not taken it: a file of it did not arrive whole, as while several instances
   * are updated one after the other.
   */
  isBehind(): boolean;
  /** The same as `check`, unless the last is less than `ms` ago. */
  checkUnlessWithin(ms: number): Promise<void>;
  /** The server said which build it serves. */
  onServerBuild(build: string | undefined): void;
  /** A build has taken over, by a service worker or in another tab. */
  onTakeover(build: string): void;
  /** A person wants the version that is ready: all tabs go over. */
  updateNow(): Promise<UpdateResult>;
  /** The same for a display: nothing is overruled, and no tab that somebody looks at is taken along. */
  updateAlone(): Promise<UpdateResult>;
  /** Looks again at what was put off. */
  retryHeld(): void;
}

/**
 * fetching: on its way to this device; ready: waits for `updateNow`; failed: could not be kept on this device; held: has
 * taken over, and this page follows when its work is done.
 */
export interface UpdateState {
  readonly state: 'none' | 'fetching' | 'ready' | 'failed' | 'held';
  /** Why a held page is held. */
  readonly why?: UpdateBlocker;
}

/** uploading: something is being sent or was not sent; writing: a form or a dialog is in use; loop: it was reloaded for it. */
type UpdateBlocker = 'uploading' | 'writing' | 'loop';
export type CheckResult = 'another' | 'same' | 'unreachable';
type UpdateResult = 'going' | 'nothing' | 'uploading';

interface UpdateDeps {
  readonly ownBuild: string;
  readonly worker: ServiceWorkerClient;
  readonly tabs: UpdateTabs;
  /** @returns the build that the server serves; undefined when it cannot be asked */
  readonly readServedBuild: () => Promise<string | undefined>;
  readonly now: () => number;
  /** Something of this account is being sent or was not sent. */
  readonly isUploading: () => boolean;
  /** Somebody is in the middle of something on this page. */
  readonly isWriting: () => boolean;
  /** The last build that this tab reloaded itself for. */
  readonly lastReload: {
    readonly get: () => string | undefined;
    /** @returns false when it cannot be remembered */
    readonly set: (build: string) => boolean;
  };
  readonly reload: () => void;
}

export function createUpdateController(deps: UpdateDeps): UpdateController {
  const { ownBuild, worker, tabs } = deps;
  const store = createValueStore<UpdateState>({ state: 'none' });
  let serverBuild: string | undefined;
  /** Another build than the page's own. */
  let takenOverBy: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** A person asked for it on this page: what is being typed here does not hold it. */
  let byHand = false;

  function change(next: UpdateState): void {
    const { state, why } = store.get();
    if (next.state !== state || next.why !== why) store.set(next);
  }

  function evaluate(): void {
    if (takenOverBy !== undefined) follow(takenOverBy);
    else change({ state: stateOf(worker.get(), ownBuild, serverBuild ?? ownBuild) });
  }

  function follow(build: string): void {
    const why = blockerOf(build);
    // A reload that cannot be remembered could repeat itself for ever.
    if (why === undefined && (deps.lastReload.set(build) || byHand)) deps.reload();
    else {
      // The request was for that moment: once nothing blocks any more, they may be typing.
      byHand = false;
      change({ state: 'held', why: why ?? 'loop' });
    }
  }

  function blockerOf(build: string): UpdateBlocker | undefined {
    if (deps.isUploading()) return 'uploading';
    if (byHand) return undefined;
    if (deps.isWriting()) return 'writing';
    return deps.lastReload.get() === build ? 'loop' : undefined;
  }

  function onServerBuild(build: string | undefined): void {
    if (build === serverBuild) return;
    serverBuild = build;
    evaluate();
  }

  function onTakeover(build: string): void {
    if (build !== ownBuild) takenOverBy = build;
    evaluate();
  }

  async function check(ask: () => Promise<boolean>): Promise<CheckResult> {
    checkedAt = deps.now();
    const isReached = await ask();
    evaluate();
    if (store.get().state !== 'none') return 'another';
    return isReached ? 'same' : 'unreachable';
  }

  async function update(isByHand: boolean): Promise<UpdateResult> {
    if (!CAN_UPDATE.has(store.get().state)) return 'nothing';
    if (await isUploadingAnywhere(deps)) return 'uploading';
    if (!isByHand && (await tabs.othersAttended())) return 'nothing';
    byHand = isByHand;
    if (worker.get().waiting) worker.activateWaiting();
    else updateWithoutWorker(serverBuild ?? ownBuild);
    return 'going';
  }

  /** A reload is the update. The other tabs know already of what has taken over. */
  function updateWithoutWorker(build: string): void {
    if (takenOverBy === undefined && blockerOf(build) === undefined) {
      tabs.announceUpdate(build);
      onTakeover(build);
    } else evaluate();
  }

  worker.subscribe(evaluate);
  return {
    get: store.get,
    subscribe: store.subscribe,
    check: () => check(() => askServer(deps, onServerBuild)),
    isBehind: () => (serverBuild ?? ownBuild) !== ownBuild && !CAN_UPDATE.has(store.get().state),
    async checkUnlessWithin(ms) {
      if (deps.now() - checkedAt >= ms) await check(worker.check);
    },
    onServerBuild,
    onTakeover,
    updateNow: () => update(true),
    updateAlone: () => update(false),
    retryHeld() {
      if (store.get().state === 'held') evaluate();
    },
  };
}

const CAN_UPDATE: ReadonlySet<UpdateState['state']> = new Set(['ready', 'held']);

const isUploadingAnywhere = async ({ isUploading, tabs }: UpdateDeps) =>
  isUploading() || (await tabs.othersUpload());

/** Without a service worker, as on plain HTTP, the page asks the server itself. */
async function askServer(
  { worker, readServedBuild }: UpdateDeps,
  onBuild: (build: string) => void,
): Promise<boolean> {
  const { kept, inControl } = worker.get();
  if (kept || inControl) return worker.check();
  const build = await readServedBuild();
  if (build !== undefined) onBuild(build);
  return build !== undefined;
}

function stateOf(
  { waiting, installing, inControl, failed, build = '' }: ServiceWorkerState,
  ownBuild: string,
  serverBuild: string,
): UpdateState['state'] {
  if (waiting) return 'ready';
  if (installing && inControl) return 'fetching';
  if (serverBuild === ownBuild) return 'none';
  if (failed) return 'failed';
  // Under a service worker of this page's own build a reload would change nothing.
  return inControl && (build || ownBuild) === ownBuild ? 'none' : 'ready';
}
