import { randomUUID } from 'node:crypto';
import { keyOf } from '../../contract/paths.ts';
import type { Display, DisplayOrder } from '../../contract/shapes/display.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Hub, LiveSession } from '../live/hub.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database, Tx } from '../store/database.ts';
import {
  changeDisplay,
  deleteDisplay,
  findDisplay,
  insertDisplay,
  listDisplays,
} from '../store/displays.ts';
import type { Journal, Tell } from '../store/journal.ts';
import { approvePairing } from '../store/pairings.ts';
import { hashOf, readCode } from './secret.ts';

/** The paired screens: made of a code, ordered about, revoked. It knows no HTTP and no cookies. */
export interface Displays {
  list(): Promise<Display[]>;
  /** @param by username of who approves */
  approve(approval: { code: string; name: string; by: string }): Promise<Approval>;
  /** @returns whether the display heard it; undefined when there is no such display */
  order(id: string, order: DisplayOrder): Promise<boolean | undefined>;
  /** Ends its session and closes its socket. @returns its name; undefined when there is none */
  revoke(id: string, by: string): Promise<string | undefined>;
  /** A display says what it runs. */
  runs(id: string, build: string): Promise<void>;
  /** Writes down who has left. */
  close(): Promise<void>;
}

/** unknown: no screen shows that code; full: there are too many displays. */
export type Approval = 'done' | 'unknown' | 'full';

export interface DisplaysParts {
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly hub: Pick<Hub, 'has' | 'say' | 'onPresence'>;
  readonly sessions: Pick<Sessions, 'end' | 'onEnd'>;
  /** Told what could not be written down. */
  readonly failed: (error: unknown) => void;
}

const DISPLAYS_MAX = 200;

export function createDisplays(parts: DisplaysParts): Displays {
  const { db, journal, now, hub, sessions } = parts;
  let noting: Promise<void> = Promise.resolve();

  async function list(from: Database | Tx): Promise<Display[]> {
    const stored = await listDisplays(from);
    return stored.map(({ tokenHash, ...display }) => ({
      ...display,
      connected: tokenHash !== null && hub.has(tokenHash),
    }));
  }

  async function tellList(tx: Tx, tell: Tell): Promise<void> {
    tell(keyOf('displays'), 'replace', await list(tx));
  }

  /** Nobody waits for it; `close` does. */
  function note(work: (tx: Tx) => Promise<void>): void {
    const noted = journal.commit(async (tx, tell) => {
      await work(tx);
      await tellList(tx, tell);
    });
    noting = Promise.all([noting, noted.catch(parts.failed)]).then(() => undefined);
  }

  const stopPresence = hub.onPresence(({ display }: LiveSession) => {
    if (display) note((tx) => changeDisplay(tx, display, { seen_at: now() }));
  });
  const stopEnds = sessions.onEnd((_id, display) => {
    if (display !== null) note(async () => undefined);
  });

  return {
    list: () => list(db),
    async approve({ code: typed, name, by }) {
      const code = readCode(typed);
      if (code === undefined) return 'unknown';
      const at = now();
      const id = randomUUID();
      return journal.commit(async (tx, tell) => {
        if ((await listDisplays(tx)).length >= DISPLAYS_MAX) return 'full';
        await insertDisplay(tx, { id, name, approvedBy: by, createdAt: at });
        if (!(await approvePairing(tx, hashOf(code), id, at))) {
          await deleteDisplay(tx, id);
          return 'unknown';
        }
        const message = `${by} approved the display ${name}`;
        await recordActivity(tx, tell, { message, severity: 'success', at });
        await tellList(tx, tell);
        return 'done';
      });
    },
    async order(id, order) {
      const display = await findDisplay(db, id);
      if (display === undefined) return undefined;
      const message = { type: 'order', order, name: display.name, at: now() };
      return display.tokenHash !== null && hub.say(display.tokenHash, message);
    },
    async revoke(id, by) {
      const display = await findDisplay(db, id);
      if (display === undefined) return undefined;
      const { name, tokenHash } = display;
      await journal.commit(async (tx, tell) => {
        await deleteDisplay(tx, id);
        const message = `${by} revoked the display ${name}`;
        await recordActivity(tx, tell, { message, severity: 'warning', at: now() });
        await tellList(tx, tell);
      });
      if (tokenHash !== null) await sessions.end({ id: tokenHash });
      return name;
    },
    async runs(id, build) {
      const display = await findDisplay(db, id);
      if (display && display.build !== build) note((tx) => changeDisplay(tx, id, { build }));
    },
    async close() {
      stopPresence();
      stopEnds();
      await noting;
    },
  };
}
