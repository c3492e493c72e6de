import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createPeopleState, type PeopleState } from './accounts/people-state.ts';
import type { Sessions } from './accounts/sessions.ts';
import { createAlertingJournal } from './alerts/alerting-journal.ts';
import { createAlerts } from './alerts/alerts.ts';
import { createApp } from './app.ts';
import { createDeploys } from './bundles/deploy/deploys.ts';
import { createDiskSpace, type DiskSpaceDeps } from './bundles/disk-space.ts';
import type { BundleStore } from './bundles/store/bundle-store.ts';
import { openOwnBundleStore, setUpBundles } from './bundles-setup.ts';
import { registerCalls } from './calls-setup.ts';
import { watchCertificate } from './certificate.ts';
import { type Clock, createClock } from './clock.ts';
import type { Config } from './config.ts';
import { renewDisplayCookies } from './displays/displays.ts';
import { warnOfOpenRegistration } from './exposure.ts';
import { createPageTemplates } from './http/page-templates.ts';
import { createPageReader, servePages } from './http/pages.ts';
import { collectRoutes } from './http/routes.ts';
import { createAnswerHeaders } from './http/security-headers.ts';
import { createSharedAssets, type SharedAssets } from './http/shared-assets.ts';
import { type IncidentsSetup, setUpIncidents } from './incidents-setup.ts';
import { findInstallPaths, type InstallPaths } from './install-paths.ts';
import { createTerms } from './leader/term.ts';
import { setUpInstance } from './leader-setup.ts';
import type { Hub } from './live/hub.ts';
import { setUpLive } from './live-setup.ts';
import type { Mesh } from './mesh/mesh.ts';
import { setUpMesh } from './mesh-setup.ts';
import { createMeters, type Meters } from './meters.ts';
import type { Post } from './push/post.ts';
import { createPushes } from './push/pushes.ts';
import { createReadiness } from './readiness.ts';
import { type NodeSecrets, openNodeSecrets } from './secrets/node-secrets.ts';
import type { Database } from './store/database.ts';
import type { DatabaseHealth } from './store/health.ts';
import type { Journal } from './store/journal.ts';
import { openStore, type Store } from './store/store.ts';

/** What tests replace. */
export interface NodeDeps {
  readonly clock?: Clock;
  /** Where log lines go; standard output by default. */
  readonly logTo?: { write(line: string): void };
  readonly paths?: InstallPaths;
  /** Sends requests to push services. */
  readonly postPush?: Post;
  readonly measureDisk?: DiskSpaceDeps['measure'];
}

/** A running mesh node. The owner closes it. */
export interface MeshNode {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly hub: Hub;
  readonly mesh: Mesh;
  readonly incidents: Pick<IncidentsSetup, 'lead' | 'maintenance'>;
  /** Starts to listen and to probe. @returns the port */
  listen(): Promise<number>;
  /**
   * Says that nobody new is to be sent here, and waits until load balancers have noticed.
   * @param hurry ends the waiting
   */
  drain(hurry: AbortSignal): Promise<void>;
  /** Stops accepting requests, completes open ones, closes sockets and the database. */
  close(): Promise<void>;
}

/** The composition root: creates every part of the server once, and closes it once. */
export async function startNode(config: Config, deps: NodeDeps = {}): Promise<MeshNode> {
  const { clock = createClock(), paths = findInstallPaths(import.meta.url), logTo } = deps;
  const { now } = clock;
  const { platforms } = config.mesh;

  const meters = createMeters({ hasObjectStorage: config.bundleStore.kind === 's3' });
  const store = await openKnownStore(config, now, meters);
  const { db, journal, pubsub, health, ballast, secrets, keys, files } = store;
  const people = createPeopleState({ config, db, journal, pubsub, now });
  const { sessions } = people;
  const { app, templates } = await openApp({ ...store, config, paths, now, ...people, logTo });
  const routes = collectRoutes(app);

  const shared = { config, db, journal, pubsub, now, clock, log: app.log };
  const { bundleStore } = config;
  const readiness = createReadiness({ clock, health, bundleStore });
  const live = setUpLive({ ...shared, ...people, health, build: paths.build });
  const { hub } = live;
  const disk = createDiskSpace({ ...shared, ballast, measure: deps.measureDisk });
  const bundleSetup = await setUpBundles({ ...shared, files, disk });
  const { bundles, tusUploads } = bundleSetup;
  const incidents = await setUpIncidents(shared);
  const { leaderCalls, ...instance } = setUpInstance({ ...shared, build: paths.build });
  const meshSetup = await setUpMesh({
    ...{ ...shared, keys, files, bundles, disk },
    leader: leaderCalls.commands,
    server: app.server,
    version: paths.build,
  });
  const { mesh } = meshSetup;
  const deploys = createDeploys({ ...shared, files, platforms, caller: mesh.bulkCaller });
  const stopCertificateWatch =
    config.tls && watchCertificate({ ...shared, certificate: config.tls, server: app.server });
  const pushes = await createPushes({ ...shared, keys, post: deps.postPush });
  const { isPlanned } = incidents;
  const alerts = createAlerts({ ...shared, secrets, sendPush: pushes.send, isPlanned });
  const led = { meshSetup, incidents, bundles, bundleSetup, deploys, alerts, leaderCalls };
  const leadership = instance.createLeadership(createTerms({ ...shared, ...led }));

  await registerCalls(app, {
    ...{ ...shared, ...people, ...live, health, routes, bundles, deploys, tusUploads },
    ...{ disk, pushes, alerts, mesh, incidents, secrets, readiness, build: paths.build },
    ...{ meters, pool: store.pool, leadership, instance: instance.instance },
  });
  const assets = await serveConsole(app, {
    ...shared,
    consoleDir: paths.consoleDir,
    templates,
    routes,
  });
  await bundleSetup.resume();
  await leadership.open();

  return {
    app,
    db,
    journal,
    sessions,
    hub,
    mesh,
    incidents,
    async listen() {
      await listenQuietly(app, config);
      readiness.open();
      await warnOfOpenRegistration(config, { journal, now });
      await leadership.start();
      return (app.server.address() as AddressInfo).port;
    },
    async drain(hurry) {
      readiness.drain();
      await Promise.all([leadership.handOver(), clock.sleep(config.drainMs, hurry)]);
    },
    async close() {
      await leadership.handOver();
      await app.close();
      assets?.close();
      await stopCertificateWatch?.();
      for (const part of [live, leadership, alerts, pushes, mesh, incidents]) await part.close();
      for (const part of [bundleSetup, disk, instance, store]) await part.close();
    },
  };
}

interface ServeConsoleDeps extends Omit<Parameters<typeof servePages>[1], 'assets'> {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
}

async function serveConsole(
  app: FastifyInstance,
  { config, db, journal, now, ...pages }: ServeConsoleDeps,
): Promise<SharedAssets | null> {
  const { consoleDir } = pages;
  const assets = config.database && createSharedAssets({ db, journal, now, consoleDir });
  await servePages(app, { ...pages, assets });
  await assets?.publish();
  return assets;
}

interface OpenAppDeps extends PeopleState {
  readonly config: Config;
  readonly paths: InstallPaths;
  readonly now: () => number;
  readonly journal: Journal;
  readonly cookieSecret: string;
  readonly health: DatabaseHealth;
  readonly logTo: NodeDeps['logTo'];
}

async function openApp({ paths, journal, logTo, ...shared }: OpenAppDeps) {
  const { config, now } = shared;
  const templates = createPageTemplates(paths.consoleDir, config.mesh);
  const headers = createAnswerHeaders(createPageReader(templates));
  const frame = { ...shared, headers, liveSeq: journal.seq };
  const app = await createApp({ ...frame, ...(logTo && { logTo }) });
  renewDisplayCookies(app, now);
  return { app, templates };
}

/** Silences Fastify's listen log; the startup banner prints the address. */
async function listenQuietly(app: FastifyInstance, { port, host }: Config): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  await app.listen({ port, host });
  app.log.level = level;
}

type KnownStore = Store & NodeSecrets & { readonly files: BundleStore };

/** Opens the database, its keys and the store of its bundles, unless those are the bundles of another one. */
async function openKnownStore(
  config: Config,
  now: () => number,
  meters: Meters,
): Promise<KnownStore> {
  const { platforms } = config.mesh;
  const platformIds = platforms.map((platform) => platform.id);
  const opened = await openStore(config, platformIds, now);
  const measured = meters.measured(opened.journal);
  const store = { ...opened, journal: createAlertingJournal(measured, { platforms, now }) };
  try {
    const files = await openOwnBundleStore(config, store, meters.observeStore);
    const close = () => store.close().finally(files.close);
    return { ...store, ...(await openNodeSecrets(config, store.journal)), files, close };
  } catch (error) {
    // Closed in full: an old database put in place of this one must not meet its write-ahead log.
    await store.close();
    throw error;
  }
}
