import type { Incident } from '../../contract/shapes/incident.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { addNotification } from '../notifications/rows.ts';
import type { PlatformName } from '../round.ts';
import { type PlatformAlert, platformMessages } from './platform-messages.ts';

export type PlatformNotices = ReturnType<typeof createPlatformNotices>;

/** Collects the platforms that go down and come back in one round, for the bell. */
export function createPlatformNotices() {
  const collected: Record<'down' | 'back', PlatformAlert[]> = { down: [], back: [] };

  return {
    down: ({ name, domain }: PlatformName, incident: Incident) =>
      void collected.down.push({ name, domain, incident }),
    back: ({ name, domain }: PlatformName, incident: Incident) =>
      void collected.back.push({ name, domain, incident }),
    async store(tx: Tx, emit: Emit, at: number): Promise<void> {
      for (const kind of ['down', 'back'] as const) {
        if (collected[kind].length === 0) continue;
        for (const { url: link, ...message } of platformMessages(kind, collected[kind], at))
          await addNotification(tx, emit, { ...message, link });
      }
    },
  };
}
