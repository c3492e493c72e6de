import { BusyError } from '../../base/http-error.ts';
import { isMeshNode } from '../../config/mesh-config.ts';
import type { PlatformName } from '../../round.ts';
import { createBoundedQueue, waitAtMost } from '../concurrency.ts';
import type { TaskGroup } from '../task-group.ts';
import { createOwnNetwork } from './own-network.ts';
import { isNotableChange } from './peer-status.ts';
import { createPeerProbes, type ProbedPeer, type ProbePeersDeps } from './probe-peers.ts';
import { createRoundStore, type StoreRoundDeps } from './probe-round.ts';
import { createProbeSchedule } from './probe-schedule.ts';

interface ProbeRoundsDeps extends ProbePeersDeps, StoreRoundDeps {
  readonly witnesses: StoreRoundDeps['witnesses'];
  readonly tasks: Pick<TaskGroup, 'signal' | 'spawn'>;
}

/** No result waits longer for its round; not as long, where an interval is shorter. */
const ROUND_MS = 10_000;
/** What changes a status is stored sooner. */
const NEWS_MS = 1_000;
/** Rounds are stored each ten seconds, or more often; each waits for a few. */
const ROUND_MAX_MS = 20_000;
/** A round waits no longer for the probes that began with it. */
const TOGETHER_MS = 4_000;

/** Probes each platform at its place, and stores what was found in rounds. No probe waits for a round, or for another that hangs. */
export function createProbeRounds(deps: ProbeRoundsDeps) {
  const { registry, clock, tasks } = deps;
  const { signal } = tasks;
  const probes = createPeerProbes(deps, (one) => {
    hasNews ||= isNews(one);
  });
  const schedule = createProbeSchedule(deps);
  const { store, hadNetwork } = createRoundStore(deps);
  const enqueue = createBoundedQueue({ busy: 'A round of probes is under way', waitingMax: 3 });
  const madeAt = clock.elapsed();
  let begunAt: number | undefined;
  let storedAt: number | undefined;
  let storing = 0;
  let hasNews = false;

  function begin(platforms: readonly PlatformName[]): Promise<unknown> {
    for (const one of platforms) schedule.begin(one);
    return probes.begin(platforms, signal);
  }
  async function ask(known: ReadonlySet<string>): Promise<void> {
    const others = registry.probed().filter(({ id }) => !known.has(id));
    await waitAtMost(TOGETHER_MS, begin(others), clock);
  }
  const network = createOwnNetwork({ registry, hadNetwork, ask, ...probes });

  async function storeNow(begun: Promise<unknown>): Promise<void> {
    begunAt = clock.elapsed();
    const at = clock.now();
    await waitAtMost(TOGETHER_MS, begun, clock);
    const hasNetwork = await network.check();
    if (signal.aborted) return;
    const found = probes.found();
    hasNews = false;
    try {
      await store({ found, at, hasNetwork });
      storedAt = clock.elapsed();
    } finally {
      // What could not be stored is found again by the next probes.
      probes.drop(found);
    }
  }

  /** @param begun what it waits for, though not for long. @throws BusyError when too many wait already */
  async function round(begun: Promise<unknown>): Promise<void> {
    storing += 1;
    try {
      await enqueue(() => storeNow(begun));
    } finally {
      storing -= 1;
    }
  }

  const isNews = (one: ProbedPeer) =>
    network.tells(one) &&
    (!registry.isMeasured(one.platform.id) || isNotableChange(one.before, one.after));

  /** @returns in how many milliseconds the next round is due; not above 0: now */
  function roundInMs(): number {
    if (storing > 0) return NEWS_MS;
    const everyMs = Math.min(ROUND_MS, schedule.shortestMs());
    return (begunAt ?? 0) + (hasNews ? Math.min(NEWS_MS, everyMs) : everyMs) - clock.elapsed();
  }

  /** Begins those whose time has come, and a round where one is due: mesh nodes wait for each other, and for nothing else. */
  function pass(): void {
    const due = schedule.due();
    const begun = begin(due);
    if (due.some(isMeshNode)) tasks.spawn('round', () => round(begun).catch(ignoreBusy));
    else if (roundInMs() <= 0) tasks.spawn('round', () => round(NOTHING).catch(ignoreBusy));
  }

  return {
    /** The first time it probes everyone, and resolves when that is stored; later it waits for nothing. */
    async pass(): Promise<void> {
      if (begunAt === undefined) await round(begin(registry.probed()));
      else pass();
    },
    /** @returns after how many milliseconds the next pass is to follow */
    nextInMs: () => Math.min(NEWS_MS, schedule.nextInMs(), roundInMs()),
    /** @returns resolves when every probe has ended and is stored */
    async probeAll(): Promise<void> {
      const begun = begin(registry.probed());
      await begun;
      await round(begun);
    },
    /** Probes those that are new or were changed. @param isDropped nothing that is known of them counts any more */
    async takeUp(isDropped: (id: string) => boolean): Promise<void> {
      schedule.drop(isDropped);
      probes.drop(probes.found().filter(({ platform }) => isDropped(platform.id)));
      await round(begin(schedule.due())).catch(ignoreBusy);
    },
    /** @returns whether no round was stored for so long that this node measures nothing, also where not even the first could be */
    isLate: () => clock.elapsed() - (storedAt ?? madeAt) > ROUND_MAX_MS,
    /** @returns how long ago the last round was stored; undefined: there was none */
    sinceRoundMs: () => (storedAt === undefined ? undefined : clock.elapsed() - storedAt),
  };
}

const NOTHING = Promise.resolve();

/** With as many rounds waiting, one of them stores what was found. */
function ignoreBusy(error: unknown): void {
  if (!(error instanceof BusyError)) throw error;
}
