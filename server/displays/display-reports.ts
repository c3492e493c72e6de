import type { PayloadOf } from '../../contract/sent.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import type { NodeBase } from '../feature.ts';
import { type Displays, requireDisplay } from './displays.ts';
import { changeDisplay, findDisplay } from './rows/displays.ts';

/** What displays say of themselves, and whether and when they are watched. */
export type DisplayReports = ReturnType<typeof createDisplayReports>;

interface DisplayReportsDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly emitList: Displays['emitList'];
}

/** Its page was not loaded again: the times that it says differ by how well it knows this clock. */
const SAME_MS = 10_000;

export function createDisplayReports({ db, journal, now, emitList }: DisplayReportsDeps) {
  return {
    /** Stores what a display says of itself. Lists that are watched read it with their next poll. */
    async report(id: string, { build, ...said }: PayloadOf<'reportDisplay'>): Promise<void> {
      const at = now();
      await journal.commit(async (tx) => {
        const display = await findDisplay(tx, id);
        if (display === undefined) return;
        const last = display.report;
        const isLoaded = Math.abs(said.startedAt - (last?.startedAt ?? said.startedAt)) > SAME_MS;
        const restarts = (last?.restarts ?? 0) + (isLoaded ? 1 : 0);
        await changeDisplay(tx, id, { build, report: { ...said, at, restarts } });
      });
    },
    /** Says whether and when a display is watched. @returns its name. @throws HttpError if there is none */
    async watch(id: string, watch: PayloadOf<'watchDisplay'>): Promise<string> {
      const { name } = await requireDisplay(db, id);
      const { alert, hours } = watch;
      const when = hours === null ? 'always' : `${hours.from} to ${hours.to} (${hours.timeZone})`;
      await journal.commit(async (tx, emit) => {
        await changeDisplay(tx, id, { watch });
        const detail = `${alert ? 'an incident' : 'a notice'}, ${when}`;
        await recordAudit(tx, { action: 'display.watched', target: name, detail, at: now() });
        await emitList(tx, emit);
      });
      return name;
    },
  };
}
