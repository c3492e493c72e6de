import type { AuditAction } from '../../contract/shapes/audit.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import { recordAudit } from '../store/audit.ts';
import type { Tx } from '../store/database.ts';
import type { Emit } from '../store/journal.ts';
import {
  deleteMaintenance,
  insertMaintenance,
  listMaintenance,
  type MaintenanceWindow,
  updateMaintenance,
} from '../store/maintenance.ts';
import {
  includes,
  type Occurrence,
  occurrenceAt,
  occurrenceBefore,
  occurrenceText,
} from './occurrences.ts';
import type { Order, WindowRecords } from './window-records.ts';
import { longestMs, type PlannedWindow, type PlanProblem, WINDOWS_MAX } from './window-rules.ts';

/** begun, over: it can no longer be removed, or changed; too-short, too-long: its new end does not fit. */
export type ChangeOutcome = 'done' | 'unknown' | 'over' | 'begun' | 'too-short' | 'too-long';

const TOO_MANY: PlanProblem = {
  reason: 'full',
  message: `There are ${WINDOWS_MAX} maintenance windows already. Remove one first.`,
};

const find = async (tx: Tx, id: number) => (await listMaintenance(tx)).find((one) => one.id === id);

/** What people do with maintenance windows, in the caller's transaction. */
export function createWindowChanges(records: WindowRecords, platforms: MeshConfig['platforms']) {
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;
  const audit = (tx: Tx, action: AuditAction, window: MaintenanceWindow, at: number) => {
    const when = occurrenceText(occurrenceAt(window, at), window);
    const detail = window.note === '' ? when : `${when} (${window.note})`;
    return recordAudit(tx, { action, target: window.platforms.map(nameOf).join(', '), detail, at });
  };
  return {
    /** @returns null when it is planned */
    async plan(
      tx: Tx,
      emit: Emit,
      { startsAt: wanted, ...planned }: PlannedWindow,
      { by, at }: Order,
    ): Promise<PlanProblem | null> {
      const all = await listMaintenance(tx);
      if (all.filter((one) => occurrenceAt(one, at).endsAt > at).length >= WINDOWS_MAX)
        return TOO_MANY;
      const isWeekly = planned.repeat === 'weekly';
      const startsAt = isWeekly ? (wanted ?? at) : Math.max(at, wanted ?? at);
      const platforms = [...new Set(planned.platforms)];
      const created = { createdBy: by, createdAt: at };
      const window = await insertMaintenance(tx, { ...planned, platforms, startsAt, ...created });
      await audit(tx, 'maintenance.planned', window, at);
      if (startsAt > at) await records.planned(tx, emit, window, { by, at });
      else await records.boundary(tx, emit, window, at, by);
      return null;
    },

    async changeEnd(
      tx: Tx,
      emit: Emit,
      { id, endsAt: wanted }: { readonly id: number; readonly endsAt: number },
      { by, at }: Order,
    ): Promise<ChangeOutcome> {
      const window = await find(tx, id);
      if (window === undefined) return 'unknown';
      const { startsAt, endsAt: before } = occurrenceAt(window, at);
      if (before <= at) return 'over';
      const endsAt = Math.max(wanted, at);
      const misfit = misfitOf(endsAt - startsAt, window);
      if (misfit !== null) return misfit;
      const fields = window.repeat === 'weekly' ? { changed: { startsAt, endsAt } } : { endsAt };
      await updateMaintenance(tx, id, fields);
      await audit(tx, 'maintenance.changed', { ...window, ...fields }, at);
      if (endsAt > at) await records.changed(tx, emit, window, { startsAt, endsAt, by, at });
      else await records.boundary(tx, emit, { ...window, ...fields }, at, by);
      return 'done';
    },

    async remove(tx: Tx, emit: Emit, id: number, { by, at }: Order): Promise<ChangeOutcome> {
      const window = await find(tx, id);
      if (window === undefined) return 'unknown';
      const present = occurrenceAt(window, at);
      const begun = present.startsAt <= at ? present : occurrenceBefore(window, at);
      if (begun !== undefined && window.repeat !== 'weekly')
        return includes(begun, at) ? 'begun' : 'over';
      await removeComing(tx, id, begun);
      await audit(tx, 'maintenance.removed', window, at);
      await records.removed(tx, emit, window, { by, at });
      return 'done';
    },
  };
}

const misfitOf = (lengthMs: number, window: MaintenanceWindow): ChangeOutcome | null => {
  if (lengthMs <= 0) return 'too-short';
  return lengthMs > longestMs(window) ? 'too-long' : null;
};

/** What was, stays: the occurrence that has begun last. */
function removeComing(tx: Tx, id: number, begun: Occurrence | undefined): Promise<void> {
  if (begun === undefined) return deleteMaintenance(tx, [id]);
  return updateMaintenance(tx, id, { ...begun, repeat: 'none', changed: null });
}
