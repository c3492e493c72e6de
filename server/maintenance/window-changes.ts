import type { AuditAction } from '../../contract/shapes/audit.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import {
  includes,
  type Occurrence,
  occurrenceAt,
  occurrenceBefore,
  occurrenceText,
} from './occurrences.ts';
import {
  deleteMaintenance,
  insertMaintenance,
  listMaintenance,
  type MaintenanceWindow,
  updateMaintenance,
} from './rows.ts';
import type { Order, WindowRecords } from './window-records.ts';
import { longestMs, type PlannedWindow, WINDOWS_MAX } from './window-rules.ts';

async function find(tx: Tx, id: number): Promise<MaintenanceWindow> {
  const window = (await listMaintenance(tx)).find((one) => one.id === id);
  if (window === undefined) throw httpError(404, 'There is no such maintenance window.');
  return window;
}

const over = () => httpError(409, 'This maintenance window is over.');

/** What people do with maintenance windows, in the caller's transaction. What cannot be is thrown as an answer. */
export function createWindowChanges(records: WindowRecords, platforms: readonly Platform[]) {
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;
  const audit = (tx: Tx, action: AuditAction, window: MaintenanceWindow, at: number) => {
    const when = occurrenceText(occurrenceAt(window, at), window);
    const detail = window.note === '' ? when : `${when} (${window.note})`;
    return recordAudit(tx, { action, target: window.platforms.map(nameOf).join(', '), detail, at });
  };
  return {
    async plan(
      tx: Tx,
      emit: Emit,
      { startsAt: wanted, ...planned }: PlannedWindow,
      { by, at }: Order,
    ): Promise<void> {
      const all = await listMaintenance(tx);
      if (all.filter((one) => occurrenceAt(one, at).endsAt > at).length >= WINDOWS_MAX)
        throw httpError(
          409,
          `There are ${WINDOWS_MAX} maintenance windows already. Remove one first.`,
        );
      const isWeekly = planned.repeat === 'weekly';
      const startsAt = isWeekly ? (wanted ?? at) : Math.max(at, wanted ?? at);
      const platforms = [...new Set(planned.platforms)];
      const created = { createdBy: by, createdAt: at };
      const window = await insertMaintenance(tx, { ...planned, platforms, startsAt, ...created });
      await audit(tx, 'maintenance.planned', window, at);
      if (startsAt > at) await records.planned(tx, emit, window, { by, at });
      else await records.boundary(tx, emit, window, at, by);
    },

    async changeEnd(
      tx: Tx,
      emit: Emit,
      { id, endsAt: wanted }: { readonly id: number; readonly endsAt: number },
      { by, at }: Order,
    ): Promise<void> {
      const window = await find(tx, id);
      const { startsAt, endsAt: before } = occurrenceAt(window, at);
      if (before <= at) throw over();
      const endsAt = Math.max(wanted, at);
      assertLength(endsAt - startsAt, window);
      const fields = window.repeat === 'weekly' ? { changed: { startsAt, endsAt } } : { endsAt };
      await updateMaintenance(tx, id, { ...fields, changedAt: at });
      await audit(tx, 'maintenance.changed', { ...window, ...fields }, at);
      if (endsAt > at) await records.changed(tx, emit, window, { startsAt, endsAt, by, at });
      else await records.boundary(tx, emit, { ...window, ...fields }, at, by);
    },

    async remove(tx: Tx, emit: Emit, id: number, { by, at }: Order): Promise<void> {
      const window = await find(tx, id);
      const present = occurrenceAt(window, at);
      const begun = present.startsAt <= at ? present : occurrenceBefore(window, at);
      if (begun !== undefined && window.repeat !== 'weekly')
        throw includes(begun, at)
          ? httpError(409, 'This maintenance window has begun. End it instead.')
          : over();
      await removeComing(tx, id, begun);
      await audit(tx, 'maintenance.removed', window, at);
      await records.removed(tx, emit, window, { by, at });
    },
  };
}

function assertLength(lengthMs: number, window: MaintenanceWindow): void {
  if (lengthMs <= 0) throw httpError(400, 'endsAt must be after the start of the window.');
  if (lengthMs > longestMs(window))
    throw httpError(400, 'endsAt must be at most 31 days after the start, 7 of a weekly window.');
}

/** What was, stays: the occurrence that has begun last. */
function removeComing(tx: Tx, id: number, begun: Occurrence | undefined): Promise<void> {
  if (begun === undefined) return deleteMaintenance(tx, [id]);
  return updateMaintenance(tx, id, { ...begun, repeat: 'none', changed: null });
}
