import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createPasswords } from './accounts/passwords.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import { createBundles } from './bundles/bundles.ts';
import { activityCalls } from './calls/activity.ts';
import { authCalls } from './calls/auth.ts';
import { bundleCalls } from './calls/bundles.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { liveCalls } from './calls/live.ts';
import { meshCalls } from './calls/mesh.ts';
import { metricsCalls } from './calls/metrics.ts';
import { openapiCalls } from './calls/openapi.ts';
import { systemCalls } from './calls/system.ts';
import { watchdogCalls } from './calls/watchdog.ts';
import type { Config } from './config.ts';
import { createAnswerHeaders } from './http/headers.ts';
import { readPage, servePages } from './http/pages.ts';
import { collectRoutes } from './http/routes.ts';
import { createHub, type Hub } from './live/hub.ts';
import type { Mesh } from './mesh/mesh.ts';
import { meshPeer } from './mesh/peer.ts';
import { type Place, placeOf } from './place.ts';
import { joinSisters } from './sisters.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';
import { openStore } from './store/store.ts';

/** What a test may replace; the defaults are the real ones. */
export interface Doors {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Where log lines go; standard output by default. */
  readonly logTo?: { write(line: string): void };
  readonly place?: Place;
}

/** A running mesh node. Its owner closes it. */
export interface MeshNode {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly hub: Hub;
  readonly mesh: Mesh;
  /** Starts taking requests. @returns the port that it listens on */
  listen(): Promise<number>;
  /** Stops taking requests, finishes those that are open, closes sockets and the database. */
  close(): Promise<void>;
}

/** Puts the parts together: the one place where they meet. */
export async function startNode(config: Config, doors: Doors = {}): Promise<MeshNode> {
  const { now = Date.now, place = placeOf(import.meta.url), logTo } = doors;
  const { sessionMs, registration, mesh } = config;
  const platformIds = mesh.platforms.map((platform) => platform.id);
  const store = await openStore(config.dataDir, platformIds, now);
  const { db, journal } = store;

  const sessions = createSessions({ db, journal, now, sessionMs });
  const html = readPage(place.consoleDir);
  const headers = createAnswerHeaders(html);
  const liveSeq = journal.seq;
  const app = createApp({
    config,
    now,
    sessions,
    headers,
    liveSeq,
    ...(logTo && { logTo }),
  });
  const routes = collectRoutes(app);
  const hub = createHub({ journal, now, build: place.build, isAlive: sessions.isAlive });
  sessions.onEnd((id) => hub.closeSession(id));

  await liveCalls(app, { hub, journal });
  const passwords = createPasswords();
  authCalls(app, { db, journal, now, passwords, sessions, sessionMs, registration });
  activityCalls(app, { db, journal });
  dashboardCalls(app, { db });
  const bundles = await createBundles({ config, db, journal, now, log: app.log });
  bundleCalls(app, { bundles, platforms: mesh.platforms });
  await bundles.resume();
  const sisters = await joinSisters({ config, db, journal, now, log: app.log });
  meshPeer(app, sisters.mesh.peer);
  meshCalls(app, sisters);
  systemCalls(app, sisters);
  watchdogCalls(app, { ...sisters, routes, domain: mesh.node.domain });
  openapiCalls(app, { title: mesh.product, version: place.build });
  metricsCalls(app, { hub, mesh: sisters.mesh });
  await servePages(app, { consoleDir: place.consoleDir, routes });

  return {
    app,
    db,
    journal,
    sessions,
    hub,
    mesh: sisters.mesh,
    async listen() {
      // Fastify would log the address in its own words; the start says it in its own.
      const { level } = app.log;
      app.log.level = 'silent';
      await app.listen({ port: config.port, host: config.host });
      app.log.level = level;
      // Not waited for: the server answers at once, and what was measured follows by live messages.
      void sisters.mesh.start();
      return (app.server.address() as AddressInfo).port;
    },
    async close() {
      await app.close();
      await sisters.close();
      await bundles.close();
      await store.close();
    },
  };
}
