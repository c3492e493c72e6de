import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createPasswords } from './accounts/passwords.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import { type Bundles, createBundles } from './bundles/bundles.ts';
import { createDeploys, type Deploys } from './bundles/deploys.ts';
import { createResumables, type Resumables } from './bundles/resumable.ts';
import { activityCalls } from './calls/activity.ts';
import { authCalls } from './calls/auth.ts';
import { bundleCalls } from './calls/bundles.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { deployCalls } from './calls/deploy.ts';
import { displayCalls } from './calls/displays.ts';
import { liveCalls } from './calls/live.ts';
import { meshCalls } from './calls/mesh.ts';
import { metricsCalls } from './calls/metrics.ts';
import { openapiCalls } from './calls/openapi.ts';
import { proofCalls } from './calls/proof.ts';
import { pushCalls } from './calls/push.ts';
import { resumableCalls } from './calls/resumable.ts';
import { systemCalls } from './calls/system.ts';
import { createUploadSlots } from './calls/upload-slots.ts';
import { watchdogCalls } from './calls/watchdog.ts';
import type { Config } from './config.ts';
import { createDisplays, type Displays } from './displays/displays.ts';
import { createPairings } from './displays/pairings.ts';
import { keepDisplaysReading } from './displays/read-only.ts';
import { createAnswerHeaders } from './http/headers.ts';
import { pageReader, servePages } from './http/pages.ts';
import { collectRoutes, type RouteList } from './http/routes.ts';
import { createHub, type Hub } from './live/hub.ts';
import { createClock } from './mesh/clock.ts';
import type { Mesh } from './mesh/mesh.ts';
import { meshPeer } from './mesh/peer.ts';
import { type Place, placeOf } from './place.ts';
import type { Post } from './push/post.ts';
import { createPushes, type Pushes } from './push/pushes.ts';
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
  /** The way to push services. */
  readonly postPush?: Post;
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
  const platformIds = config.mesh.platforms.map((platform) => platform.id);
  const store = await openStore(config.dataDir, platformIds, now);
  const { db, journal } = store;
  const sessions = createSessions({ db, journal, now, sessionMs: config.sessionMs });
  const headers = createAnswerHeaders(pageReader(place.consoleDir));
  const frame = { config, now, sessions, headers, liveSeq: journal.seq };
  const app = createApp({ ...frame, ...(logTo && { logTo }) });
  keepDisplaysReading(app, now);
  const routes = collectRoutes(app);

  const hub = createHub({ journal, now, build: place.build, isAlive: sessions.isAlive });
  sessions.onEnd((id) => hub.closeSession(id));
  const displays = createDisplays({
    db,
    journal,
    now,
    hub,
    sessions,
    failed: (error) => app.log.error({ reason: String(error) }, 'displays'),
  });
  const shared = { config, db, journal, now, log: app.log };
  const bundles = await createBundles(shared);
  const resumables = await createResumables({ ...shared, bundles });
  const sisters = await joinSisters({ ...shared, bundles, server: app.server });
  const deploys = createDeploys({
    ...shared,
    platforms: config.mesh.platforms,
    caller: sisters.mesh.carrier,
    pathOf: bundles.pathOf,
    clock: createClock(now),
  });

  const clock = createClock(now);
  const pushes = await createPushes({ ...shared, clock, post: doors.postPush });

  await liveCalls(app, { hub, journal });
  answerCalls(app, {
    ...shared,
    sessions,
    hub,
    routes,
    bundles,
    deploys,
    displays,
    resumables,
    pushes,
    mesh: sisters.mesh,
    place,
  });
  await servePages(app, { consoleDir: place.consoleDir, routes });
  await bundles.resume();
  await resumables.resume();

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
      void deploys.resume();
      return (app.server.address() as AddressInfo).port;
    },
    async close() {
      await app.close();
      await displays.close();
      await deploys.close();
      await pushes.close();
      await sisters.close();
      await resumables.close();
      await bundles.close();
      await store.close();
    },
  };
}

interface CallParts {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly sessions: Sessions;
  readonly hub: Hub;
  readonly routes: RouteList;
  readonly bundles: Bundles;
  readonly deploys: Deploys;
  readonly displays: Displays;
  readonly resumables: Resumables;
  readonly pushes: Pushes;
  readonly mesh: Mesh;
  readonly place: Place;
}

function answerCalls(app: FastifyInstance, parts: CallParts): void {
  const { config, mesh, routes } = parts;
  const { sessionMs, registration } = config;
  authCalls(app, { ...parts, passwords: createPasswords(), sessionMs, registration });
  activityCalls(app, parts);
  dashboardCalls(app, parts);
  const uploads = { ...parts, platforms: config.mesh.platforms, slots: createUploadSlots() };
  bundleCalls(app, uploads);
  resumableCalls(app, uploads);
  deployCalls(app, parts);
  displayCalls(app, { ...parts, pairings: createPairings(parts) });
  meshPeer(app, mesh.peer);
  meshCalls(app, parts);
  proofCalls(app, parts);
  pushCalls(app, parts);
  systemCalls(app, parts);
  watchdogCalls(app, { mesh, routes, domain: config.mesh.node.domain });
  openapiCalls(app, { title: config.mesh.product, version: parts.place.build });
  metricsCalls(app, parts);
}
