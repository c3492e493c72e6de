import type { ServiceWorkerDoor, ServiceWorkerFacts } from './service-worker.ts';

/**
 * When this page becomes the new version, and when it does not: never under an upload or unsent work in any
 * tab, all tabs together, a tab with unsaved text later than the others, and no build twice. It decides; what
 * it decides by and what it does comes through its doors.
 */
export interface UpdateFlow {
  state(): UpdateState;
  /** @returns the undo */
  subscribe(listener: () => void): () => void;
  /** Somebody wants to know whether the server has another version. */
  check(): Promise<CheckResult>;
  /** Has the service worker look for one, unless that was less than so long ago. */
  checkUnlessWithin(ms: number): Promise<void>;
  /** Which build the server said it serves. */
  serverSaid(build: string | undefined): void;
  /** Somebody wants the version that is ready: goes over to it, in all tabs. */
  updateNow(): Promise<UpdateResult>;
  /** The same where nobody is there to say so: nothing is overruled, and no tab that is looked at is taken along. */
  updateAlone(): Promise<UpdateResult>;
  /** Another tab went over to a build without a service worker. */
  otherTabWent(build: string): void;
  /** Looks again at what was put off. */
  lookAgain(): void;
}

/**
 * fetching: it is on its way to this device; ready: it waits for `updateNow`; failed: it could not be kept on
 * this device; held: it has taken over, and this page will follow when its work is done.
 */
export interface UpdateState {
  readonly state: 'none' | 'fetching' | 'ready' | 'failed' | 'held';
  /** Why a held page is held. */
  readonly why?: Hindrance | undefined;
}

/** uploading: something is being sent or was not sent; writing: a form or a dialog is being worked in. */
export type Hindrance = 'uploading' | 'writing' | 'loop';

export type CheckResult = 'another' | 'same' | 'unreachable';
export type UpdateResult = 'going' | 'nothing' | 'uploading';

export interface UpdateDoors {
  readonly ownBuild: string;
  readonly worker: ServiceWorkerDoor;
  /** @returns the build that the server itself says it serves; undefined when it cannot be asked */
  readonly servedBuild: () => Promise<string | undefined>;
  readonly now: () => number;
  /** Something of this account is being sent or was not sent. */
  readonly isUploading: () => boolean;
  /** Somebody is in the middle of something on this page. */
  readonly isWriting: () => boolean;
  /** Whether another tab of this device is uploading. */
  readonly othersUpload: () => Promise<boolean>;
  /** Whether somebody may be looking at another tab of this device, which would go over with this one. */
  readonly othersAttended: () => Promise<boolean>;
  /** Tells the other tabs that this one goes over to a build. */
  readonly tellOthers: (build: string) => void;
  /** The last build that this tab reloaded itself for. */
  readonly lastReload: {
    readonly get: () => string | null;
    /** @returns false when it cannot be remembered */
    readonly set: (build: string) => boolean;
  };
  readonly reload: () => void;
}

export function createUpdateFlow(doors: UpdateDoors): UpdateFlow {
  const { ownBuild, worker } = doors;
  const listeners = new Set<() => void>();
  const takeover = followTakeovers(ownBuild);
  let state: UpdateState = { state: 'none' };
  let server: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** Somebody said so on this page: what it is in the middle of does not hold it. */
  let byHand = false;

  function become(next: UpdateState): void {
    if (next.state === state.state && next.why === state.why) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function look(): void {
    const facts = worker.facts();
    const taken = takeover.of(facts);
    if (taken !== undefined) follow(taken);
    else become({ state: stateOf(facts, ownBuild, server ?? ownBuild) });
  }

  function follow(build: string): void {
    const why = hindranceTo(build);
    // What cannot be remembered could not be kept from happening again.
    if (why === undefined && (doors.lastReload.set(build) || byHand)) doors.reload();
    else {
      // What somebody wanted was for that moment: when nothing hinders any more, they may be writing.
      byHand = false;
      become({ state: 'held', why: why ?? 'loop' });
    }
  }

  function hindranceTo(build: string): Hindrance | undefined {
    if (doors.isUploading()) return 'uploading';
    if (byHand) return undefined;
    if (doors.isWriting()) return 'writing';
    return doors.lastReload.get() === build ? 'loop' : undefined;
  }

  async function checkBy(ask: () => Promise<boolean>): Promise<CheckResult> {
    checkedAt = doors.now();
    const reached = await ask();
    look();
    if (state.state !== 'none') return 'another';
    return reached ? 'same' : 'unreachable';
  }

  function serverSaid(build: string | undefined): void {
    if (build === server) return;
    server = build;
    look();
  }

  async function go(isByHand: boolean): Promise<UpdateResult> {
    if (state.state !== 'ready' && state.state !== 'held') return 'nothing';
    if (await isUploadingAnywhere(doors)) return 'uploading';
    if (!isByHand && (await doors.othersAttended())) return 'nothing';
    byHand = isByHand;
    if (worker.facts().waiting) worker.activate();
    else goWithoutWorker(server ?? ownBuild);
    return 'going';
  }

  /** A reload is the update. What has taken over already is known to the other tabs. */
  function goWithoutWorker(build: string): void {
    if (takeover.taken() === undefined && hindranceTo(build) === undefined) {
      doors.tellOthers(build);
      takeover.take(build);
    }
    look();
  }

  worker.subscribe(look);
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check: () => checkBy(() => askServer(doors, serverSaid)),
    async checkUnlessWithin(ms) {
      if (doors.now() - checkedAt >= ms) await checkBy(worker.check);
    },
    serverSaid,
    updateNow: () => go(true),
    updateAlone: () => go(false),
    otherTabWent(build) {
      takeover.take(build);
      look();
    },
    lookAgain: look,
  };
}

const isUploadingAnywhere = async ({ isUploading, othersUpload }: UpdateDoors) =>
  isUploading() || (await othersUpload());

/** Where no service worker answers for the page, as without HTTPS, none can ask: then the page does. */
async function askServer(
  { worker, servedBuild }: UpdateDoors,
  said: (build: string) => void,
): Promise<boolean> {
  const { kept, inControl } = worker.facts();
  if (kept || inControl) return worker.check();
  const build = await servedBuild();
  if (build !== undefined) said(build);
  return build !== undefined;
}

/** Which build has taken over while this page is still of another one. */
function followTakeovers(ownBuild: string) {
  let taken: string | undefined;
  let seen = 0;

  /** An older page under a newer service worker that waits for nobody has missed the takeover. */
  function isTakenOver(facts: ServiceWorkerFacts): boolean {
    const isNew = facts.takeovers > seen;
    seen = facts.takeovers;
    return isNew || !(facts.waiting || facts.installing);
  }

  function take(build: string): void {
    if (build !== ownBuild) taken = build;
  }

  return {
    take,
    taken: () => taken,
    of(facts: ServiceWorkerFacts): string | undefined {
      if (facts.build !== undefined && facts.inControl && isTakenOver(facts)) take(facts.build);
      return taken;
    },
  };
}

/** @param server the build that it serves; this page's own as long as it has not said so */
function stateOf(
  facts: ServiceWorkerFacts,
  ownBuild: string,
  server: string,
): UpdateState['state'] {
  if (facts.waiting) return 'ready';
  if (facts.installing && facts.inControl) return 'fetching';
  if (server === ownBuild) return 'none';
  if (facts.failed) return 'failed';
  // Under a service worker of this page's own build a reload would change nothing.
  return facts.inControl && (facts.build ?? ownBuild) === ownBuild ? 'none' : 'ready';
}
