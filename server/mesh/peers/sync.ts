import type { Severity } from '../../../contract/limits.ts';
import { recordActivity } from '../../activity/rows.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { addToCounter, emitStats, HANDSHAKES_COUNTER } from '../../dashboard/rows.ts';
import type { TermBase } from '../../feature.ts';
import { type Failure, failureText } from '../../outgoing/failure.ts';
import type { PlatformName } from '../../round.ts';
import { mapPaced } from '../concurrency.ts';
import type { Caller } from '../transport/caller.ts';
import type { ViewEntry } from '../wire/messages.ts';
import type { PeerRegistry } from './peer-registry.ts';

interface SyncDeps extends Pick<TermBase, 'journal' | 'clock'> {
  /** This node's own name. */
  readonly self: PlatformName;
  readonly registry: PeerRegistry;
  readonly caller: Caller;
}

export interface SyncResult {
  readonly asked: number;
  readonly reached: number;
  readonly conflicts: readonly Conflict[];
  /** The same in words, without a final full stop. */
  readonly message: string;
}

interface HandshakeResult {
  readonly platform: PlatformName;
  /** Null when the handshake failed. */
  readonly view: readonly ViewEntry[] | null;
  readonly failure: Failure | null;
}

/** How many names or conflicts a message lists; the rest is counted. */
const LISTED_MAX = 3;

/**
 * Exchanges views of the mesh with every peer. Completed handshakes are counted, and one activity row
 * reports the outcome.
 */
export function createSync({ self, registry, caller, journal, clock }: SyncDeps) {
  async function handshake(platform: PlatformName, signal: AbortSignal): Promise<HandshakeResult> {
    const result = await caller.call(platform.id, 'handshake', { view: registry.view() }, signal);
    return result.ok
      ? { platform, view: result.value.answer.view, failure: null }
      : { platform, view: null, failure: result.reason };
  }

  function summarise(results: readonly HandshakeResult[]): SyncResult {
    const views = results.flatMap(({ platform, view }) =>
      view === null ? [] : [{ from: platform.id, view }],
    );
    const conflicts = findConflicts(self.id, registry.view(), views);
    const counts = { asked: results.length, reached: views.length, conflicts };
    return { ...counts, message: syncMessage(results, counts, namesOf(self, registry)) };
  }

  return async function handshakeAll(signal: AbortSignal): Promise<SyncResult> {
    const results = await mapPaced(registry.meshNodes(), (one) => handshake(one, signal), clock);
    const summary = summarise(results);
    if (signal.aborted) return summary;
    await journal.commit(async (tx, emit) => {
      const at = clock.now();
      const { message } = summary;
      await recordActivity(tx, emit, { message, severity: severityOf(summary), at });
      await recordAudit(tx, { action: 'mesh.synced', detail: message, at });
      if (summary.reached === 0) return;
      await addToCounter(tx, HANDSHAKES_COUNTER, summary.reached);
      await emitStats(tx, emit);
    });
    return summary;
  };
}

function severityOf({ asked, reached, conflicts }: SyncResult): Severity {
  if (reached === asked) return conflicts.length === 0 ? 'success' : 'warning';
  return reached === 0 ? 'error' : 'warning';
}

/** @returns such as 'Mesh sync: 5 of 6 replied, no conflicts. No answer from Archive' */
function syncMessage(
  results: readonly HandshakeResult[],
  { asked, reached, conflicts }: Omit<SyncResult, 'message'>,
  nameOf: (id: string) => string,
): string {
  if (asked === 0) return 'Mesh sync: no other platform is configured';
  const differing = conflicts.map(
    ({ from, about, theirs, ours }) =>
      `${nameOf(from)} sees ${nameOf(about)} as ${theirs}, this node as ${ours}`,
  );
  const count = conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`;
  return [
    `Mesh sync: ${reached} of ${asked} replied, ${conflicts.length === 0 ? 'no conflicts' : count}`,
    ...(differing.length === 0 ? [] : [listed(differing, '; ')]),
    ...failuresIn(results),
  ].join('. ');
}

function failuresIn(results: readonly HandshakeResult[]): string[] {
  const silent = results.filter(({ failure }) => failure === 'too-late');
  const failed = results.flatMap(({ platform, failure }) =>
    failure === null || failure === 'too-late' ? [] : [`${platform.name}: ${failureText(failure)}`],
  );
  const names = silent.map(({ platform }) => platform.name);
  return [
    ...(names.length === 0 ? [] : [`No answer from ${listed(names, ', ')}`]),
    ...(failed.length === 0 ? [] : [listed(failed, '; ')]),
  ];
}

function listed(items: readonly string[], separator: string): string {
  const more = items.length - LISTED_MAX;
  const shown = items.slice(0, LISTED_MAX).join(separator);
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const namesOf = (self: PlatformName, registry: PeerRegistry) => (id: string) =>
  [self, ...registry.platforms].find((platform) => platform.id === id)?.name ?? id;

/** One peer's view of the mesh. */
interface PeerView {
  /** The peer's platform id. */
  readonly from: string;
  readonly view: readonly ViewEntry[];
}

/** A peer reaches a platform that this node does not reach, or the other way round. */
interface Conflict {
  readonly from: string;
  /** The platform that they disagree about. */
  readonly about: string;
  readonly theirs: ViewEntry['status'];
  readonly ours: ViewEntry['status'];
}

/**
 * Compares the peers' views with this node's own. This node counts itself as connected; unknown platforms,
 * and what a peer says about itself, are ignored.
 */
export function findConflicts(
  self: string,
  own: readonly ViewEntry[],
  views: readonly PeerView[],
): Conflict[] {
  const ours = new Map(own.map(({ platform, status }) => [platform, status]));
  ours.set(self, 'connected');
  return views.flatMap(({ from, view }) =>
    view.flatMap(({ platform: about, status: theirs }) => {
      const mine = ours.get(about);
      if (mine === undefined || about === from) return [];
      return isUp(mine) === isUp(theirs) ? [] : [{ from, about, theirs, ours: mine }];
    }),
  );
}

const isUp = (status: ViewEntry['status']) => status !== 'error';
