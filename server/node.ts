import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createPasswords } from './accounts/passwords.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import { activityCalls } from './calls/activity.ts';
import { authCalls } from './calls/auth.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import type { Config } from './config.ts';
import { createSessionCookie } from './http/cookie.ts';
import { type Database, openDatabase } from './store/database.ts';
import { type Journal, openJournal } from './store/journal.ts';
import { forgetOtherPlatforms } from './store/stats.ts';

/** What a test may replace; the defaults are the real ones. */
export interface Doors {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Where log lines go; standard output by default. */
  readonly logTo?: { write(line: string): void };
}

/** A running mesh node. Its owner closes it. */
export interface MeshNode {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly journal: Journal;
  readonly sessions: Sessions;
  /** Starts taking requests. @returns the port that it listens on */
  listen(): Promise<number>;
  /** Stops taking requests, finishes those that are open, closes sockets and the database. */
  close(): Promise<void>;
}

/** Puts the parts together: the one place where they meet. */
export async function startNode(config: Config, doors: Doors = {}): Promise<MeshNode> {
  const now = doors.now ?? Date.now;
  const db = await openDatabase(config.dataDir);
  const journal = await openJournal(db, now);
  const platformIds = config.mesh.platforms.map((platform) => platform.id);
  await journal.commit((tx) => forgetOtherPlatforms(tx, platformIds));

  const { sessionMs, registration } = config;
  const sessions = createSessions({ db, journal, now, sessionMs });
  const cookie = createSessionCookie(config.tls !== null);
  const app = createApp({
    config,
    now,
    sessions,
    cookie,
    liveSeq: journal.seq,
    ...(doors.logTo && { logTo: doors.logTo }),
  });
  const passwords = createPasswords();
  authCalls(app, { db, journal, now, passwords, sessions, cookie, sessionMs, registration });
  activityCalls(app, { db, journal });
  dashboardCalls(app, { db });

  return {
    app,
    db,
    journal,
    sessions,
    async listen() {
      await app.listen({ port: config.port, host: config.host });
      return (app.server.address() as AddressInfo).port;
    },
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}
