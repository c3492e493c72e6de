import { recordActivity } from '../activity/rows.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { changeIncident } from '../incidents/incident-records.ts';
import { listOpenIncidents } from '../incidents/rows.ts';
import { includes, type Occurrence, occurrenceAt, occurrenceText } from './occurrences.ts';
import { type MaintenanceWindow, updateMaintenance } from './rows.ts';

export interface Order {
  /** Username. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const NAMED_MAX = 3;

export type WindowRecords = ReturnType<typeof createWindowRecords>;

/** Writes what becomes of maintenance windows into the activity log, and into incidents that are open. */
export function createWindowRecords(platforms: readonly Platform[]) {
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;

  function namesOf({ platforms: ids }: MaintenanceWindow): string {
    const named = ids.slice(0, NAMED_MAX).map(nameOf).join(', ');
    return ids.length > NAMED_MAX ? `${named} and ${ids.length - NAMED_MAX} more` : named;
  }

  async function log(
    tx: Tx,
    emit: Emit,
    window: MaintenanceWindow,
    { text, at }: { readonly text: string; readonly at: number },
  ): Promise<void> {
    const note = window.note === '' ? '' : ` (${window.note})`;
    const message = `${text}${note}`;
    const [platform, ...others] = window.platforms;
    const single = platform !== undefined && others.length === 0 ? { platform } : {};
    await recordActivity(tx, emit, { message, severity: 'primary', at, ...single });
  }

  /** An incident that began outside of maintenance stays what it is, but people want to know. */
  async function note(
    tx: Tx,
    emit: Emit,
    window: MaintenanceWindow,
    { text, at }: { readonly text: string; readonly at: number },
  ): Promise<void> {
    for (const incident of await listOpenIncidents(tx)) {
      const { platform, planned, drillUntil } = incident;
      if (planned || drillUntil !== null || !window.platforms.includes(platform)) continue;
      const events = [{ at, kind: 'maintenance', text }];
      await changeIncident(tx, emit, incident, { events });
    }
  }

  const activeStart = (window: MaintenanceWindow, at: number): number | null => {
    const occurrence = occurrenceAt(window, at);
    return includes(occurrence, at) ? occurrence.startsAt : null;
  };

  return {
    /** @returns whether a beginning or an end is not recorded yet */
    isDue: (window: MaintenanceWindow, at: number) => activeStart(window, at) !== window.begunStart,

    /** Records the end and the beginning that are due. @param by username of who caused them; left out: the time did */
    async boundary(
      tx: Tx,
      emit: Emit,
      window: MaintenanceWindow,
      at: number,
      by?: string,
    ): Promise<void> {
      const begunStart = activeStart(window, at);
      if (begunStart === window.begunStart) return;
      await updateMaintenance(tx, window.id, { begunStart });
      const names = namesOf(window);
      if (window.begunStart !== null) {
        const text = `${by === undefined ? 'Maintenance ended' : `${by} ended maintenance`}: ${names}`;
        await log(tx, emit, window, { text, at });
        await note(tx, emit, window, { text: 'A maintenance window ended.', at });
      }
      if (begunStart === null) return;
      const when = occurrenceText(occurrenceAt(window, at), window);
      const subject = by === undefined ? 'Maintenance began' : `${by} began maintenance`;
      await log(tx, emit, window, { text: `${subject}: ${names}, ${when}`, at });
      const text = 'A maintenance window began. This incident is older, so it is not planned.';
      await note(tx, emit, window, { text, at });
    },

    planned(tx: Tx, emit: Emit, window: MaintenanceWindow, { by, at }: Order): Promise<void> {
      const when = occurrenceText(occurrenceAt(window, at), window);
      const text = `${by} planned maintenance: ${namesOf(window)}, ${when}`;
      return log(tx, emit, window, { text, at });
    },

    changed(
      tx: Tx,
      emit: Emit,
      window: MaintenanceWindow,
      { by, at, ...occurrence }: Order & Occurrence,
    ): Promise<void> {
      const when = occurrenceText(occurrence, { ...window, repeat: 'none' });
      const text = `${by} changed maintenance: ${namesOf(window)}, ${when}`;
      return log(tx, emit, window, { text, at });
    },

    removed(tx: Tx, emit: Emit, window: MaintenanceWindow, { by, at }: Order): Promise<void> {
      const text = `${by} removed maintenance: ${namesOf(window)}`;
      return log(tx, emit, window, { text, at });
    },
  };
}
