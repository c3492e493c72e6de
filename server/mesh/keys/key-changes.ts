import { keyOf } from '../../../contract/paths.ts';
import { recordActivity } from '../../activity/rows.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import type { TermBase } from '../../feature.ts';
import type { PeerRegistry } from '../peers/peer-registry.ts';
import {
  acknowledgeKeyChange,
  listKeyChanges,
  recordPeerKeys,
  unknownKeys,
} from '../rows/peer-keys.ts';

interface KeyChangesDeps extends Pick<TermBase, 'db' | 'journal' | 'clock'> {
  readonly registry: PeerRegistry;
  /** Platforms whose changes need no warning: the configuration names their keys. */
  readonly isPinned: (platform: string) => boolean;
}

/** Warns when an unpinned platform publishes a new key, until an operator has acknowledged it. */
export function createKeyChanges(deps: KeyChangesDeps) {
  const { db, journal, registry, clock, isPinned } = deps;
  const nameOf = (id: string) => registry.platforms.find((one) => one.id === id)?.name ?? id;

  return {
    /** Shows the changes that an earlier process found. */
    async restore() {
      for (const { platform, from, to, at } of await listKeyChanges(db))
        if (!isPinned(platform)) registry.setKeyChange(platform, { from, to, at });
    },
    /** Call it with the thumbprints that a platform publishes, newest first. */
    async onPublished(platform: string, thumbprints: readonly string[]) {
      const isExpected = isPinned(platform);
      if ((await unknownKeys(db, platform, thumbprints)).length === 0) return;
      await journal.commit(async (tx, emit) => {
        const change = await recordPeerKeys(tx, platform, thumbprints, clock.now(), isExpected);
        if (change === null || isExpected) return;
        const { from, to, at } = change;
        const message = `${nameOf(platform)} has a new key: ${to} instead of ${from}`;
        await recordActivity(tx, emit, { message, severity: 'warning', at, platform });
        registry.setKeyChange(platform, { from, to, at });
        emit(keyOf('connections'), 'replace', registry.connections());
      });
    },
    /** @returns false when there is no change of this platform to acknowledge */
    acknowledge: (platform: string, username: string) =>
      journal.commit(async (tx, emit) => {
        const at = clock.now();
        const change = (await listKeyChanges(tx)).find((one) => one.platform === platform);
        if (!(await acknowledgeKeyChange(tx, platform, at))) return false;
        const message = `${username} acknowledged the new key of ${nameOf(platform)}`;
        await recordActivity(tx, emit, { message, severity: 'primary', at, platform });
        const detail = `${change?.to} instead of ${change?.from}`;
        const target = nameOf(platform);
        await recordAudit(tx, { action: 'key.acknowledged', target, detail, at });
        registry.setKeyChange(platform, null);
        emit(keyOf('connections'), 'replace', registry.connections());
        return true;
      }),
  };
}
