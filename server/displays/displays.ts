import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Display, DisplayOrder } from '../../contract/shapes/display.ts';
import type { Sessions } from '../accounts/sessions/sessions.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { COOKIE_MAX_MS, readSessionCookie, writeSessionCookie } from '../http/cookies.ts';
import { endIncident } from '../incidents/incident-records.ts';
import type { Hub, LiveSession } from '../live/hub.ts';
import type { DisplayReach } from './display-reach.ts';
import { hashSecret, parseCode } from './pairings.ts';
import {
  changeDisplay,
  deleteDisplay,
  findDisplay,
  insertDisplay,
  listDisplays,
} from './rows/displays.ts';
import { approvePairing } from './rows/pairings.ts';

/** Paired screens: approved by a code, ordered, revoked. Knows no HTTP and no cookies. */
export type Displays = ReturnType<typeof createDisplays>;

interface NewApproval {
  /** As it was typed. */
  readonly code: string;
  readonly name: string;
  /** Username of the approving account. */
  readonly by: string;
}

/** unknown: no screen shows that code; full: there are too many displays. */
type Approval = 'approved' | 'unknown' | 'full';

interface DisplaysDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly hub: Pick<Hub, 'onPresence'>;
  readonly reach: DisplayReach;
  readonly sessions: Pick<Sessions, 'end' | 'onEnd'>;
  /** Called with errors of writes that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

const DISPLAYS_MAX = 200;

export function createDisplays(deps: DisplaysDeps) {
  const { db, journal, now, hub, reach, sessions } = deps;
  let pending: Promise<void> = Promise.resolve();

  async function list(from: Database): Promise<Display[]> {
    const stored = await listDisplays(from);
    const isConnected = await reach.connected(from);
    return stored.map(({ tokenHash, incidentId: _, ...display }) => ({
      ...display,
      connected: tokenHash !== null && isConnected(tokenHash),
    }));
  }

  async function emitList(tx: Tx, emit: Emit): Promise<void> {
    emit(keyOf('displays'), 'replace', await list(tx));
  }

  /** Runs in the background; `close` waits for it. */
  function commitInBackground(work: (tx: Tx) => Promise<void>): void {
    const done = journal.commit(async (tx, emit) => {
      await work(tx);
      await emitList(tx, emit);
    });
    pending = Promise.all([pending, done.catch(deps.onError)]).then(() => undefined);
  }

  const stopPresence = hub.onPresence(({ id, display }: LiveSession) => {
    if (!display) return;
    // The database may take this later.
    const seenAt = now();
    commitInBackground(async (tx) => {
      await changeDisplay(tx, display, { seenAt });
      await reach.changed(tx, id);
    });
  });
  const stopLost = reach.onLost(() => commitInBackground(async () => undefined));
  const stopEnds = sessions.onEnd((_id, display) => {
    if (display !== null) commitInBackground(async () => undefined);
  });

  return {
    list: () => list(db),
    emitList,
    async approve({ name, by, ...approval }: NewApproval): Promise<Approval> {
      const code = parseCode(approval.code);
      if (code === undefined) return 'unknown';
      const at = now();
      const id = randomUUID();
      return journal.commit(async (tx, emit) => {
        if ((await listDisplays(tx)).length >= DISPLAYS_MAX) return 'full';
        await insertDisplay(tx, { id, name, approvedBy: by, createdAt: at });
        if (!(await approvePairing(tx, hashSecret(code), id, at))) {
          await deleteDisplay(tx, id);
          return 'unknown';
        }
        await recordBy(tx, emit, { by, what: 'approved', name, at });
        await emitList(tx, emit);
        return 'approved';
      });
    },
    /** @throws HttpError unless the display received it */
    async order(id: string, order: DisplayOrder): Promise<void> {
      const display = await requireDisplay(db, id);
      const message = { type: 'order', order, name: display.name, at: now() };
      const sent = display.tokenHash !== null && (await reach.send(display.tokenHash, message));
      const audit = { action: 'display.ordered', target: display.name, detail: order } as const;
      if (!sent) throw httpError(409, 'That display is not connected.');
      await journal.commit((tx) => recordAudit(tx, { ...audit, at: now() }));
    },
    /** Ends its session and closes its socket. @returns its name. @throws HttpError if there is none */
    async revoke(id: string, by: string): Promise<string> {
      const { name, tokenHash } = await requireDisplay(db, id);
      await journal.commit(async (tx, emit) => {
        const at = now();
        const incident = (await findDisplay(tx, id))?.incidentId ?? null;
        await deleteDisplay(tx, id);
        const text = await recordBy(tx, emit, { by, what: 'revoked', name, at });
        await endIncident(tx, emit, incident, { text, at });
        await emitList(tx, emit);
      });
      if (tokenHash !== null) await sessions.end({ id: tokenHash });
      return name;
    },
    /** Stores the build that a display reports. */
    async setBuild(id: string, build: string): Promise<void> {
      const display = await findDisplay(db, id);
      if (display && display.build !== build)
        commitInBackground((tx) => changeDisplay(tx, id, { build }));
    },
    /** Waits until pending changes are written. */
    async close(): Promise<void> {
      stopPresence();
      stopLost();
      stopEnds();
      await pending;
    },
  };
}

interface Done extends Pick<NewApproval, 'by' | 'name'> {
  readonly what: 'approved' | 'revoked';
  readonly at: number;
}

/** @returns what the log says */
async function recordBy(tx: Tx, emit: Emit, { by, what, name, at }: Done): Promise<string> {
  const message = `${by} ${what} the display ${name}`;
  const severity = what === 'approved' ? 'success' : 'warning';
  await recordActivity(tx, emit, { message, severity, at });
  await recordAudit(tx, { action: `display.${what}`, target: name, at });
  return message;
}

/** @throws HttpError if there is none */
export async function requireDisplay(db: Database, id: string) {
  const display = await findDisplay(db, id);
  if (display === undefined) throw httpError(404, 'There is no such display.');
  return display;
}

const RENEWALS_MAX = 1000;

/** The session of a display does not expire, but every cookie does: writes it again once a day. */
export function renewDisplayCookies(app: FastifyInstance, now: () => number): void {
  const renewedAt = new Map<string, number>();

  function renewCookie(display: string, request: FastifyRequest, reply: FastifyReply): void {
    const token = readSessionCookie(request);
    if (token === undefined || now() - (renewedAt.get(display) ?? 0) < DAY_MS) return;
    if (renewedAt.size >= RENEWALS_MAX) renewedAt.clear();
    renewedAt.set(display, now());
    writeSessionCookie(reply, token, COOKIE_MAX_MS);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const display = request.signedIn?.display ?? null;
    if (display !== null) renewCookie(display, request, reply);
    done();
  });
}
