import type { Incident } from '../../contract/shapes/incident.ts';
import type { Loop, LoopState } from '../base/loop.ts';
import type { Tx } from '../database/database.ts';
import type { Emit, TermJournal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { changeIncident, openIncident } from './incident-records.ts';
import { isStandstill, STANDSTILL } from './platform-messages.ts';
import { createPlatformNotices } from './platform-notices.ts';
import { lastIncidentEnd, listOpenIncidents } from './rows.ts';

const WATCH = {
  name: 'watch the loops',
  everyMs: 5_000,
  limitMs: 30_000,
  failed: 'standstill not stored as an incident; it is tried again',
};

type WatchDeps = Pick<NodeBase, 'clock' | 'loops' | 'health'> & {
  readonly config: { readonly mesh: Pick<NodeBase['config']['mesh'], 'node'> };
};

/**
 * Opens an incident of this node while a loop stands without which it is not what it says, and ends it when all go on again. It stands
 * on no other loop. The owner closes it.
 *
 * @param journal of the leader
 */
export function watchLoops(
  { clock, loops, health, config }: WatchDeps,
  journal: TermJournal,
): Loop {
  const { node } = config.mesh;
  /** Of this term; undefined: not known. */
  let isOpen: boolean | undefined;

  async function open(tx: Tx, emit: Emit, { without, sinceMs }: LoopState): Promise<void> {
    const at = clock.now();
    const since = Math.round(at - sinceMs);
    const text = `${without} since ${new Date(since).toISOString().slice(11, 16)} UTC`;
    const startedAt = Math.max(since, await lastIncidentEnd(tx, node.id, at));
    const what = {
      platform: node.id,
      status: 'error',
      cause: STANDSTILL + text,
      scope: 'node',
    } as const;
    const row = { ...what, startedAt, planned: false, drillUntil: null };
    const notices = createPlatformNotices();
    notices.down(node, await openIncident(tx, emit, row, `${node.name} has ${text}`));
    await notices.store(tx, emit, at);
  }

  async function end(tx: Tx, emit: Emit, incident: Incident): Promise<void> {
    const at = clock.now();
    const events = [{ at, kind: 'ended', text: `${node.name} goes on again` }];
    const fields = { endedAt: Math.max(at, incident.startedAt) };
    const notices = createPlatformNotices();
    notices.back(node, await changeIncident(tx, emit, incident, { fields, events }));
    await notices.store(tx, emit, at);
  }

  return loops.repeat(WATCH, async () => {
    const stands = loops.standstills().length > 0;
    if (!health.isReachable() || isOpen === stands || (!stands && !loops.areOnTime())) return;
    isOpen = await journal.commit(async (tx, emit) => {
      const mine = (await listOpenIncidents(tx)).filter(
        ({ platform, drillUntil }) => platform === node.id && drillUntil === null,
      );
      const found = mine.find(isStandstill);
      const [loop] = loops.standstills();
      if (loop !== undefined && mine.length === 0) await open(tx, emit, loop);
      if (loop === undefined && found !== undefined) await end(tx, emit, found);
      return loop !== undefined;
    });
  });
}
