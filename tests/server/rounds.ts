import { soleTermJournal } from '../../server/database/journal.ts';
import { NEVER_PROBED } from '../../server/mesh/peers/peer-status.ts';
import type { Failure } from '../../server/outgoing/failure.ts';
import { causesOf } from '../../server/platforms/causes.ts';
import type { PeerStatus, Round } from '../../server/round.ts';
import type { TestServer } from './start-server.ts';

const lastRounds = new WeakMap<TestServer, Round>();
const led = new WeakSet<TestServer>();

/**
 * Stores what follows from a round of probes, at a server that has no peers of its own.
 * @param found statuses by the names of platforms; `unknown` where this node could not probe
 */
export async function storeRound(
  server: TestServer,
  found: Readonly<Record<string, string>>,
  at: number,
): Promise<void> {
  const last = lastRounds.get(server);
  const updates = Object.entries(found).map(([name, status]) => {
    const id = name.toLowerCase().replaceAll(' ', '-');
    const platform = { id, name, domain: `${id}.mesh.example` };
    const before = last?.updates.find((one) => one.platform.id === id)?.after ?? NEVER_PROBED;
    return { platform, before, after: statusOf(status, at), outcome: null };
  });
  const isPlanned = (id: string) => server.node.maintenance.isPlanned(id, at);
  const number = (last?.number ?? -1) + 1;
  const causes = causesOf(
    server.node.platforms,
    (id) => updates.find(({ platform }) => platform.id === id)?.after.status ?? 'unknown',
  );
  const round = { updates, results: updates, at, since: last?.at, number, isPlanned, causes };
  lastRounds.set(server, round);
  const { journal, incidents } = server.node;
  if (!led.has(server)) await incidents.lead?.(soleTermJournal(journal), async () => undefined);
  led.add(server);
  await journal.commit(async (tx, emit) => incidents.afterRound?.(tx, emit, round));
}

function statusOf(status: string, at: number): PeerStatus {
  const failure: Failure | null = status === 'error' ? 'too-late' : null;
  const latencyMs = status === 'warning' ? 300 : 10;
  return {
    status: status as PeerStatus['status'],
    failure,
    latencyMs,
    lastSeen: at,
    changedAt: at,
  };
}
