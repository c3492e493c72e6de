import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CALLS } from '../contract/calls.ts';
import { keyOf } from '../contract/paths.ts';
import { isAllowed } from '../contract/roles.ts';
import { warnOfOpenRegistration } from './accounts/exposure.ts';
import type { Passwords } from './accounts/factors/passwords.ts';
import { identifySession } from './accounts/identify-session.ts';
import { createPeopleState } from './accounts/people-state.ts';
import { readAccessSettings } from './accounts/rows/access-settings.ts';
import { findActiveAccount } from './accounts/rows/active-accounts.ts';
import type { Sessions } from './accounts/sessions/sessions.ts';
import { setUpAccounts } from './accounts/setup.ts';
import { activityCalls } from './activity/calls.ts';
import { notify } from './alerts/queued.ts';
import { setUpAlerts } from './alerts/setup.ts';
import { setUpAudit } from './audit/setup.ts';
import { type Clock, createClock } from './base/clock.ts';
import { findInstallPaths, type InstallPaths } from './base/install-paths.ts';
import { createLoops, type Loops } from './base/loop.ts';
import { sayWhenSlow } from './base/say-when-slow.ts';
import { setUpDeploys } from './bundles/deploy/setup.ts';
import type { DiskSpaceDeps } from './bundles/disk-space.ts';
import { openOwnBundleStore, setUpBundles } from './bundles/setup.ts';
import { assertDatabaseNotLost } from './bundles/store/store-owner.ts';
import { setUpCertificates } from './certificates/setup.ts';
import type { Config } from './config/config.ts';
import { isMeshNode } from './config/mesh-config.ts';
import { parseTargets, type Targets } from './config/targets.ts';
import { readStats } from './dashboard/rows.ts';
import { createClaims } from './database/claims.ts';
import type { Database, Tx } from './database/database.ts';
import type { Journal } from './database/journal.ts';
import { openStore, type Store } from './database/store.ts';
import { setUpDisplays } from './displays/setup.ts';
import type { Feature, NodeBase } from './feature.ts';
import { handoverCalls } from './handover/calls.ts';
import { setUpHosts } from './hosts/setup.ts';
import { apiCalls } from './http/api-reference.ts';
import { createApp } from './http/app.ts';
import { handle } from './http/handle.ts';
import { createPageTemplates } from './http/page-templates.ts';
import { createPageReader } from './http/pages.ts';
import { createReadiness, healthCalls } from './http/readiness.ts';
import { collectRoutes } from './http/routes.ts';
import { createAnswerHeaders } from './http/security-headers.ts';
import { setUpCertificate, setUpPages } from './http/setup.ts';
import { setUpIncidents } from './incidents/setup.ts';
import { setUpDeadMan } from './leader/dead-man.ts';
import { instanceMetrics } from './leader/instance-metrics.ts';
import { createTerms } from './leader/leadership.ts';
import { setUpInstance, setUpPruningClock } from './leader/setup.ts';
import type { Hub } from './live/hub.ts';
import { setUpLive } from './live/setup.ts';
import type { MaintenanceWindows } from './maintenance/maintenance.ts';
import { setUpMaintenance } from './maintenance/setup.ts';
import { createUptimeLog } from './mesh/log/uptime-log.ts';
import type { Mesh } from './mesh/mesh.ts';
import { setUpPlatformMetrics } from './mesh/platform-metrics.ts';
import { isSimulated, setUpMesh } from './mesh/setup.ts';
import { metricsCalls } from './metrics/calls.ts';
import { createMeters, type Meters } from './metrics/meters.ts';
import { notificationCalls } from './notifications/calls.ts';
import type { Post } from './outgoing/web-push.ts';
import { openPlatformList, type PlatformList } from './platforms/platform-list.ts';
import { createChecks } from './platforms/probes/checks.ts';
import { createProbeGuard } from './platforms/probes/probe-guard.ts';
import { syncPlatforms } from './platforms/rows/definitions.ts';
import { setUpPlatforms } from './platforms/setup.ts';
import { setUpPush } from './push/setup.ts';
import { type NodeSecrets, openNodeSecrets } from './secrets/node-secrets.ts';
import { setUpStatusPage } from './status-page/setup.ts';

/** What tests replace. */
export interface NodeDeps {
  readonly clock?: Clock;
  readonly loops?: Loops;
  /** What a start waits for is said here: there is no log yet. */
  readonly say?: (sentence: string) => void;
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
  readonly incidents: Feature;
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
  const { db, journal, clock, now, registry } = node;
  const { ballast, keys, secrets, files, pool } = store;
  const { sessions, tokens } = people;
  const readiness = createReadiness({ ...node, ballast, bundleStore: config.bundleStore });
  const instance = setUpInstance(node);
  const claims = createClaims(db, node.loops);

  const live = await setUpLive(node, app, people);
  const displays = setUpDisplays(node, { hub: live.hub, sessions, claims });
  const bundles = await setUpBundles(node, { files, ballast, claims, measureDisk, mayUpload });
  const maintenanceFeature = await setUpMaintenance(node);
  const { maintenance } = maintenanceFeature;
  const incidents = setUpIncidents(node);
  const ownCertificate = setUpCertificate(node, app);
  const meshFeature = await setUpMesh(node, { ...peers, keys, routes, bundles, maintenance, app });
  const { mesh } = meshFeature;
  const push = await setUpPush(node, { keys, post: postPush });
  const others: Feature[] = [
    { calls: (app) => healthCalls(app, readiness), ...setUpPruningClock(node) },
    setUpAccounts(node, { sessions, tokens, secrets, passwords }),
    live,
    displays,
    { calls: (app) => handle(app, 'stats', () => readStats(db)) },
    ...[activityCalls, notificationCalls, handoverCalls, apiCalls].map((calls) => ({
      calls: (app: FastifyInstance) => calls(app, node),
    })),
    bundles,
    maintenanceFeature,
    incidents,
    setUpCertificates(node, ownCertificate),
    meshFeature,
    setUpPlatformMetrics(node, mesh),
    setUpHosts(node),
    { afterRound: createUptimeLog() },
    push,
    setUpAlerts(node, { secrets, sendPush: push.send, mesh, maintenance }),
    setUpDeploys(node, { files, caller: mesh.bulkCaller }),
    setUpDeadMan(node),
    setUpAudit(node, { keepDays: async () => (await readAccessSettings(db)).auditDays }),
    setUpStatusPage(node, { connections: mesh.connections, maintenance }),
    { calls: (app) => metricsCalls(app, registry) },
    ownCertificate,
  ];
  const features = [
    ...others,
    setUpPlatforms(node, { ...peers, mesh, box: secrets, others }),
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

async function mayUpload(tx: Tx, accountId: string): Promise<boolean> {
  const active = await findActiveAccount(tx, accountId);
  return active !== undefined && isAllowed(active.account.role, CALLS.upload.access);
}

/** What all features stand on: the database, who is signed in, and the app without its routes. */
async function openBase(
  config: Config,
  { templatesDir, build }: InstallPaths,
  { clock = createClock(), loops = createLoops(clock), say = () => undefined, logTo }: NodeDeps,
) {
  const { now } = clock;
  const meters = createMeters({ hasObjectStorage: config.bundleStore.kind === 's3' });
  const { registry } = meters;
  const store = await openKnownStore(config, { clock, loops, say, meters });
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
  loops.logTo(log);
  if (store.isAway)
    log.error('the storage of bundles does not answer: bundles are not available until it does');
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
    loops,
    now,
    log,
    limits,
    notify,
    registry,
    build,
  };
  const guard = probeGuardOf(app, config.probeTargets);
  const checks = createChecks({ ...node, secrets, guard });
  // What PROBE_TARGETS allows is for the platforms of this node alone.
  const checkForPeer = (inner: boolean) =>
    createChecks({ ...node, secrets, guard: probeGuardOf(app, parseTargets([]), !inner) }).check;
  const peers = { platformList, simulated, guard, checkForPeer, ...checks };
  return { store, people, templates, app, node, peers };
}

const probeGuardOf = ({ server }: FastifyInstance, allowed: Targets, isOuter = false) => {
  const ownPort = () => (server.address() as AddressInfo | null)?.port;
  return createProbeGuard({ allowed, ownPort, isOuter });
};

/** Silences Fastify's listen log; the startup banner prints the address. */
async function listenQuietly(app: FastifyInstance, { port, host }: Config): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  await app.listen({ port, host });
  app.log.level = level;
}

type KnownStore = Store &
  NodeSecrets &
  Awaited<ReturnType<typeof openOwnBundleStore>> & { readonly platformList: PlatformList };

/** Opens the database, its keys and the store of its bundles, unless those are the bundles of another one. */
async function openKnownStore(
  config: Config,
  deps: Required<Pick<NodeDeps, 'clock' | 'loops' | 'say'>> & { readonly meters: Meters },
): Promise<KnownStore> {
  const { clock, loops, meters } = deps;
  const { now } = clock;
  if (!config.moveOrphans) await assertDatabaseNotLost(config);
  const database = config.database === null ? 'DATA_DIR: the disk' : 'DATABASE_URL: the database';
  const opened = await sayWhenSlow(deps, database, openStore(config, now, loops));
  const measured = meters.measured(opened.journal);
  try {
    await measured.commit(async (tx, emit) => {
      const isChanged = await syncPlatforms(tx, config.mesh.platforms, now());
      if (isChanged) emit(keyOf('platforms'), 'patch', null);
    });
    const platformList = await openPlatformList({ db: opened.db, journal: measured });
    const store = { ...opened, journal: measured };
    const { files, isAway } = await sayWhenSlow(
      deps,
      'BUNDLE_STORE: the storage of bundles',
      openOwnBundleStore(config, store, meters.observeStore),
    );
    const close = () => platformList.close().finally(store.close).finally(files.close);
    const secrets = await openNodeSecrets(config, store.journal);
    return { ...store, ...secrets, files, isAway, platformList, close };
  } catch (error) {
    // Closed in full: an old database put in place of this one must not meet its write-ahead log.
    await opened.close();
    throw error;
  }
}
