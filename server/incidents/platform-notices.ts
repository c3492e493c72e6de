import { keyOf } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { PlatformName } from '../mesh/peers/peer-registry.ts';
import { insertNotification } from '../notifications/rows.ts';
import { type PlatformAlert, platformMessages } from './platform-messages.ts';

/** Collects the platforms that go down and come back in one round, for the bell. */
export interface PlatformNotices {
  down(platform: PlatformName, incident: Incident): void;
  back(platform: PlatformName, incident: Incident): void;
  store(tx: Tx, emit: Emit, at: number): Promise<void>;
}

export function createPlatformNotices(): PlatformNotices {
  const collected: Record<'down' | 'back', PlatformAlert[]> = { down: [], back: [] };

  return {
    down: ({ name, domain }, incident) => void collected.down.push({ name, domain, incident }),
    back: ({ name, domain }, incident) => void collected.back.push({ name, domain, incident }),
    async store(tx, emit, at) {
      for (const kind of ['down', 'back'] as const) {
        if (collected[kind].length === 0) continue;
        for (const { url: link, ...message } of platformMessages(kind, collected[kind], at))
          emit(keyOf('notifications'), 'prepend', [
            await insertNotification(tx, { ...message, link }),
          ]);
      }
    },
  };
}
