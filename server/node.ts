import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { keyOf } from '../contract/paths.ts';
import { warnOfOpenRegistration } from './accounts/exposure.ts';
import type { Passwords } from './accounts/factors/passwords.ts';
import { identifySession } from './accounts/identify-session.ts';
import { createPeopleState } from './accounts/people-state.ts';
import { readAccessSettings } from './accounts/rows/access-settings.ts';
import type { Sessions } from './accounts/sessions/sessions.ts';
import { setUpAccounts } from './accounts/setup.ts';
import { createAlertingJournal } from './alerts/alerting-journal.ts';
import { setUpAlerts } from './alerts/setup.ts';
import { setUpAudit } from './audit/setup.ts';
import { type Clock, createClock } from './base/clock.ts';
import { findInstallPaths, type InstallPaths } from './base/install-paths.ts';
import { setUpDeploys } from './bundles/deploy/setup.ts';
import type { DiskSpaceDeps } from './bundles/disk-space.ts';
import { openOwnBundleStore, setUpBundles } from './bundles/setup.ts';
import type { BundleStore } from './bundles/store/bundle-store.ts';
import { assertDatabaseNotLost } from './bundles/store/store-owner.ts';
import { setUpCertificates } from './certificates/setup.ts';
import type { Config } from './config/config.ts';
import { isMeshNode } from './config/mesh-config.ts';
import { dashboardCalls, notificationCalls } from './dashboard/calls.ts';
import { createClaims } from './database/claims.ts';
import type { Database } from './database/database.ts';
import type { Journal } from './database/journal.ts';
import { syncPlatforms } from './database/platform-definitions.ts';
import { openPlatformList, type PlatformList } from './database/platform-list.ts';
import { openStore, type Store } from './database/store.ts';
import { setUpDisplays } from './displays/setup.ts';
import type { Feature, NodeBase } from './feature.ts';
import { handoverCalls } from './handover/calls.ts';
import { apiCalls } from './http/api-reference.ts';
import { createApp } from './http/app.ts';
import { createPageTemplates } from './http/page-templates.ts';
import { createPageReader } from './http/pages.ts';
import { createReadiness, healthCalls } from './http/readiness.ts';
import { collectRoutes } from './http/routes.ts';
import { createAnswerHeaders } from './http/security-headers.ts';
import { securityTxt, setUpCertificate, setUpPages } from './http/setup.ts';
import { type IncidentsFeature, setUpIncidents } from './incidents/setup.ts';
import { instanceMetrics } from './leader/instance-metrics.ts';
import { createTerms } from './leader/leadership.ts';
import { setUpInstance } from './leader/setup.ts';
import type { Hub } from './live/hub.ts';
import { setUpLive } from './live/setup.ts';
import type { MaintenanceWindows } from './maintenance/maintenance.ts';
import { setUpMaintenance } from './maintenance/setup.ts';
import type { Mesh } from './mesh/mesh.ts';
import { isSimulated, setUpMesh } from './mesh/setup.ts';
import { metricsCalls } from './metrics/calls.ts';
import { createMeters, type Meters } from './metrics/meters.ts';
import { createChecks } from './platforms/probes/checks.ts';
import { createProbeGuard } from './platforms/probes/probe-guard.ts';
import { setUpPlatforms } from './platforms/setup.ts';
import type { Post } from './push/post.ts';
import { setUpPush } from './push/setup.ts';
import { type NodeSecrets, openNodeSecrets } from './secrets/node-secrets.ts';
import { setUpStatusPage } from './status-page/setup.ts';

/** What tests replace. */
export interface NodeDeps {
  readonly clock?: Clock;
  /** Where log lines go; standard output by default. */
  readonly logTo?: { write(line: string): void };
  readonly paths?: InstallPaths;
  readonly passwords?: Passwords;
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
  readonly platforms: NodeBase['platforms'];
  readonly incidents: IncidentsFeature;
  readonly maintenance: MaintenanceWindows;
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
  const { paths = findInstallPaths(import.meta.url), measureDisk, passwords, postPush } = deps;
  const { store, people, templates, app, node, peers } = await openBase(config, paths, deps);
  const routes = collectRoutes(app);
  const { db, journal, health, clock, now, registry } = node;
  const { ballast, keys, secrets, files, pool } = store;
  const { sessions, tokens } = people;
  const readiness = createReadiness({ clock, health, ballast, bundleStore: config.bundleStore });
  const instance = setUpInstance(node);
  const claims = createClaims(db);

  const live = setUpLive(node, people);
  const displays = setUpDisplays(node, { hub: live.hub, sessions, claims });
  const bundles = await setUpBundles(node, { files, ballast, claims, measureDisk });
  const maintenanceFeature = await setUpMaintenance(node);
  const { maintenance } = maintenanceFeature;
  const { isPlanned } = maintenance;
  const incidents = setUpIncidents(node, { isPlanned });
  const ownCertificate = setUpCertificate(node, app);
  const certificates = setUpCertificates(node, ownCertificate);
  const meshFeature = await setUpMesh(node, {
    keys,
    routes,
    isPlanned,
    bundles,
    server: app.server,
    ...peers,
    roundListener: () => certificates.follow(incidents.roundListener()),
  });
  const { mesh } = meshFeature;
  const push = await setUpPush(node, { keys, post: postPush });
  const features: Feature[] = [
    { calls: (app) => healthCalls(app, readiness) },
    setUpAccounts(node, { sessions, tokens, secrets, passwords }),
    live,
    displays,
    { calls: (app) => dashboardCalls(app, node) },
    { calls: (app) => notificationCalls(app, node) },
    bundles,
    maintenanceFeature,
    incidents,
    certificates,
    meshFeature,
    push,
    setUpAlerts(node, { secrets, sendPush: push.send, isPlanned, connections: mesh.connections }),
    setUpDeploys(node, { files, caller: mesh.bulkCaller }),
    setUpPlatforms(node, { ...peers, mesh, box: secrets, features: () => features }),
    setUpAudit(node, { keepDays: async () => (await readAccessSettings(db)).auditDays }),
    { calls: (app) => handoverCalls(app, node) },
    setUpStatusPage(node, { connections: mesh.connections, maintenance }),
    { calls: (app) => apiCalls(app, node) },
    { calls: (app) => securityTxt(app, node) },
    { calls: (app) => metricsCalls(app, registry) },
    ownCertificate,
    // The last: what no other feature answers is a page.
    setUpPages(node, { consoleDir: paths.consoleDir, templates, routes }),
  ];
  const leadership = instance.createLeadership(createTerms(features));
  instanceMetrics(node, { instance: instance.instance, leadership, pool });

  for (const feature of features) await feature.calls?.(app);
  for (const feature of features) await feature.resume?.();
  await leadership.open();

  return {
    app,
    db,
    journal,
    sessions,
    hub: live.hub,
    mesh,
    platforms: node.platforms,
    incidents,
    maintenance,
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
      await leadership.close();
      for (const feature of features.toReversed()) await feature.close?.();
      for (const part of [claims, instance, store]) await part.close();
    },
  };
}

/** What all features stand on: the database, who is signed in, and the app without its routes. */
async function openBase(
  config: Config,
  { templatesDir, build }: InstallPaths,
  { clock = createClock(), logTo }: NodeDeps,
) {
  const { now } = clock;
  const meters = createMeters({ hasObjectStorage: config.bundleStore.kind === 's3' });
  const { registry } = meters;
  const store = await openKnownStore(config, now, meters);
  const { db, journal, pubsub, health, cookieSecret } = store;
  const people = createPeopleState({ config, db, journal, pubsub, now });
  const { limits } = people;
  const simulated = isSimulated(config);
  const templates = createPageTemplates(templatesDir, {
    ...config.mesh,
    platforms: config.mesh.platforms.map((one) => ({
      ...one,
      simulated: simulated && isMeshNode(one),
    })),
  });
  const headers = createAnswerHeaders(createPageReader(templates));
  const identify = (app: FastifyInstance) => identifySession(app, people, { config, journal, now });
  const app = await createApp({ config, health, now, headers, identify, cookieSecret, logTo });
  const { log } = app;
  const { secrets, platformList } = store;
  const { platforms } = platformList;
  const node: NodeBase = {
    // From here on nobody asks the file.
    config: { ...config, mesh: { ...config.mesh, platforms } },
    platforms,
    db,
    journal,
    pubsub,
    health,
    clock,
    now,
    log,
    limits,
    registry,
    build,
  };
  const guard = probeGuardOf(app, config);
  const checks = createChecks({ ...node, secrets, guard });
  const peers = { platformList, simulated, guard, ...checks };
  return { store, people, templates, app, node, peers };
}

const probeGuardOf = ({ server }: FastifyInstance, { probeTargets: allowed }: Config) =>
  createProbeGuard({ allowed, ownPort: () => (server.address() as AddressInfo | null)?.port });

/** Silences Fastify's listen log; the startup banner prints the address. */
async function listenQuietly(app: FastifyInstance, { port, host }: Config): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  await app.listen({ port, host });
  app.log.level = level;
}

type KnownStore = Store &
  NodeSecrets & { readonly files: BundleStore; readonly platformList: PlatformList };

/** Opens the database, its keys and the store of its bundles, unless those are the bundles of another one. */
async function openKnownStore(
  config: Config,
  now: () => number,
  meters: Meters,
): Promise<KnownStore> {
  if (!config.moveOrphans) await assertDatabaseNotLost(config);
  const opened = await openStore(config, now);
  const measured = meters.measured(opened.journal);
  try {
    await measured.commit(async (tx, emit) => {
      const isChanged = await syncPlatforms(tx, config.mesh.platforms, now());
      if (isChanged) emit(keyOf('platforms'), 'patch', null);
    });
    const platformList = await openPlatformList({ db: opened.db, journal: measured });
    const { platforms } = platformList;
    const store = { ...opened, journal: createAlertingJournal(measured, { platforms, now }) };
    const files = await openOwnBundleStore(config, store, meters.observeStore);
    const close = () => platformList.close().finally(store.close).finally(files.close);
    const secrets = await openNodeSecrets(config, store.journal);
    return { ...store, ...secrets, files, platformList, close };
  } catch (error) {
    // Closed in full: an old database put in place of this one must not meet its write-ahead log.
    await opened.close();
    throw error;
  }
}
