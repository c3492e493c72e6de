import { isDeepStrictEqual } from 'node:util';
import { keyOf } from '../../../contract/paths.ts';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { recordActivity } from '../../activity/rows.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError } from '../../base/http-error.ts';
import type { Platform } from '../../config/mesh-config.ts';
import type { Tx } from '../../database/database.ts';
import type { Commits, Emit } from '../../database/journal.ts';
import type { NodeBase } from '../../feature.ts';
import { bundleDetailsOf, bundleLink, noSuchBundle } from '../bundle-records.ts';
import { findBundle, insertHistory, type StoredBundle } from '../rows/bundles.ts';
import {
  deploymentOf,
  IN_PROGRESS,
  markDeployed,
  saveTarget,
  type TargetRow,
  targetsWith,
} from '../rows/deployments.ts';
import {
  applyTargetEvent,
  deployStateOf,
  isInProgress,
  TARGET_STATUSES,
  type Target,
  type TargetEvent,
} from './deploy-target.ts';

/** What becomes of a target that is no platform any more. */
const REMOVED = { type: 'failed', message: 'was removed from the mesh' } as const;

interface DeployRecordsDeps extends Pick<NodeBase, 'now' | 'platforms' | 'notify'> {
  /** Of calls, or of a term. */
  readonly journal: Commits;
}

/** In the caller's transaction. */
function createTargetRecords({ platforms, now, notify }: DeployRecordsDeps) {
  async function publishDetails(tx: Tx, emit: Emit, id: string): Promise<void> {
    const stored = await findBundle(tx, id);
    if (stored === undefined) return;
    const { status, deployment, targets, history } = bundleDetailsOf(stored, platforms, 'some');
    emit(keyOf('bundle', { id }), 'patch', { status, deployment, targets, history });
  }

  async function finish(tx: Tx, emit: Emit, bundle: Bundle, targets: readonly Target[]) {
    const id = String(bundle.id);
    const at = now();
    const outcome = outcomeOf(bundle.name, targets, platforms);
    const state = deployStateOf(targets);
    if (state === 'deployed') {
      await markDeployed(tx, id);
      emit(keyOf('bundles'), 'patch', { id, status: 'deployed' });
    }
    const note = outcome.message.slice(bundle.name.length + 1);
    if (state !== 'idle') await insertHistory(tx, { bundle: id, status: state, at, note });
    await recordActivity(tx, emit, { ...outcome, at });
    if (state === 'incomplete') await notify(tx, emit, incompleteMessage(bundle, targets, at));
  }

  async function record(
    tx: Tx,
    emit: Emit,
    { id, platform, event }: { id: string; platform: string; event: TargetEvent },
  ): Promise<void> {
    const stored = await findBundle(tx, id);
    const row = stored?.targets.find((one) => one.platform === platform);
    if (row === undefined || stored === undefined) return;
    const before = targetOf(row);
    const after = applyTargetEvent(before, event, stored.bundle.size);
    if (after === before) return;
    const targets = await saveTargets(tx, emit, stored, [after], now());
    if (!targets.some(isInProgress)) await finish(tx, emit, stored.bundle, targets);
    await publishDetails(tx, emit, id);
  }

  return { publishDetails, finish, record };
}

/** Writes deployments: targets, the bundle's status, activity and live messages in one transaction each. */
export type DeployRecords = ReturnType<typeof createDeployRecords>;

export function createDeployRecords(deps: DeployRecordsDeps) {
  const { journal, platforms, now } = deps;
  const { publishDetails, finish, record } = createTargetRecords(deps);
  return {
    /**
     * Queues every target that does not have the bundle.
     *
     * @param ids of the platforms that are meant; undefined: all targets
     * @returns how many it is sent to. @throws HttpError if it cannot be deployed now
     */
    start: (id: string, username: string, ids?: readonly string[]): Promise<number> =>
      journal.commit(async (tx, emit) => {
        const bundle = await findBundle(tx, id);
        if (bundle === undefined) throw noSuchBundle();
        const blocker = blockerOf(bundle);
        if (blocker !== null) throw httpError(409, blocker);
        const { name, size } = bundle.bundle;
        const isMeant = ({ platform }: TargetRow) =>
          platforms.some(({ id }) => id === platform) && (ids?.includes(platform) ?? true);
        const queued = bundle.targets
          .filter(isMeant)
          .map((row) => applyTargetEvent(targetOf(row), { type: 'queued' }, size))
          .filter(({ status }) => status === 'queued');
        if (queued.length === 0)
          throw httpError(409, 'The bundle has no target platform left to send it to.');
        const at = now();
        await saveTargets(tx, emit, bundle, queued, at);
        const count = platformCount(queued.length);
        const note = `${username}, to ${count}`;
        await insertHistory(tx, { bundle: id, status: 'deploying', at, note });
        const message = `${username} started deploying ${name} to ${count}`;
        await recordActivity(tx, emit, { message, severity: 'primary', at });
        const detail = `to ${namesOf(queued, platforms)}`;
        await recordAudit(tx, { action: 'bundle.deployed', target: name, detail, at });
        await publishDetails(tx, emit, id);
        return queued.length;
      }),

    /** Applies an event to one target; writes nothing when it changes nothing. */
    record: (id: string, platform: string, event: TargetEvent) =>
      journal.commit((tx, emit) => record(tx, emit, { id, platform, event })),

    /** Ends the deployments to a platform that is removed. */
    async endOf(tx: Tx, emit: Emit, platform: string): Promise<void> {
      const open = await targetsWith(tx, IN_PROGRESS);
      for (const { bundle: id } of open.filter((one) => one.platform === platform))
        await record(tx, emit, { id, platform, event: REMOVED });
    },

    /** Ends the deployment for every target in progress. @returns how many. @throws HttpError if there are none */
    cancel: (id: string, username: string): Promise<number> =>
      journal.commit(async (tx, emit) => {
        const stored = await findBundle(tx, id);
        if (stored === undefined) throw noSuchBundle();
        const event = { type: 'failed', message: `was cancelled by ${username}` } as const;
        const cancelled = stored.targets
          .map(targetOf)
          .filter(isInProgress)
          .map((target) => applyTargetEvent(target, event, stored.bundle.size));
        if (cancelled.length === 0) throw httpError(409, 'The bundle is not being deployed.');
        const targets = await saveTargets(tx, emit, stored, cancelled, now());
        await finish(tx, emit, stored.bundle, targets);
        const { name: target } = stored.bundle;
        const detail = `for ${namesOf(cancelled, platforms)}`;
        await recordAudit(tx, { action: 'bundle.cancelled', target, detail, at: now() });
        await publishDetails(tx, emit, id);
        return cancelled.length;
      }),
  };
}

/** @returns all targets. The list of bundles gets a live message for changed statuses only, not for bytes. */
async function saveTargets(
  tx: Tx,
  emit: Emit,
  { bundle, targets: before }: StoredBundle,
  changed: readonly Target[],
  at: number,
): Promise<Target[]> {
  for (const target of changed) {
    const old = before.find(({ platform }) => platform === target.platform);
    await saveTarget(tx, String(bundle.id), target, target.status === old?.status ? undefined : at);
  }
  const targets = before.map(
    (row) => changed.find(({ platform }) => platform === row.platform) ?? targetOf(row),
  );
  const deployment = deploymentOf(targets);
  if (!isDeepStrictEqual(deployment, bundle.deployment))
    emit(keyOf('bundles'), 'patch', { id: bundle.id, deployment });
  return targets;
}

export const platformCount = (platforms: number): string =>
  platforms === 1 ? '1 platform' : `${platforms} platforms`;

function targetOf({ platform, status, sentBytes, message, retryUntil = null }: TargetRow): Target {
  const known = TARGET_STATUSES.find((one) => one === status) ?? 'waiting';
  return { platform, status: known, sentBytes, message, retryUntil };
}

/** @returns why a bundle cannot be deployed now; null: it can */
function blockerOf({ bundle: { status }, targets }: StoredBundle): string | null {
  if (status !== 'validated' && status !== 'deployed')
    return 'Only a validated bundle can be deployed.';
  if (targets.length === 0)
    return 'No target platform was chosen when the bundle was uploaded. Upload it again with its targets.';
  const state = deployStateOf(targets.map(targetOf));
  if (state === 'in-progress') return 'The bundle is already being deployed.';
  return state === 'deployed' ? 'Every target has the bundle already.' : null;
}

const namesOf = (targets: readonly Target[], platforms: readonly Platform[]) =>
  targets.map(({ platform }) => nameIn(platforms, platform)).join(', ');

const nameIn = (platforms: readonly Platform[], id: string) =>
  platforms.find((platform) => platform.id === id)?.name ?? id;

/** Failed platforms that an activity row names; the others are counted. */
const NAMED_MAX = 3;

const countsOf = (targets: readonly Target[]) => ({
  taken: targets.filter(({ status }) => status === 'taken').length,
  chosen: targets.filter(({ status }) => status !== 'waiting').length,
});

function incompleteMessage({ id, name }: Bundle, targets: readonly Target[], at: number) {
  const { taken, chosen } = countsOf(targets);
  return {
    kind: 'deploy',
    severity: taken === 0 ? 'error' : 'warning',
    title: taken === 0 ? 'Deployment failed' : 'Deployment incomplete',
    text: `${name} reached ${taken} of ${platformCount(chosen)}.`,
    tag: `deploy:${id}`,
    url: bundleLink(String(id)),
    at,
  } as const;
}

/** The end of a deployment as a row of the activity log. */
function outcomeOf(name: string, targets: readonly Target[], platforms: readonly Platform[]) {
  const { taken, chosen } = countsOf(targets);
  const reached = `${name} reached ${taken} of ${platformCount(chosen)}`;
  if (targets.every(({ status }) => status !== 'failed'))
    return { message: reached, severity: 'success' } as const;
  const failed = targets.flatMap(({ platform, status, message }) =>
    status === 'failed' ? [`${nameIn(platforms, platform)} ${message ?? 'failed'}`] : [],
  );
  const more = failed.length > NAMED_MAX ? [`and ${failed.length - NAMED_MAX} more`] : [];
  const message = `${reached}. ${[...failed.slice(0, NAMED_MAX), ...more].join('; ')}`;
  return { message, severity: taken === 0 ? 'error' : 'warning' } as const;
}
