import { keyOf } from '../../contract/paths.ts';
import type { Platform } from '../config.ts';
import { recordActivity } from '../store/activity.ts';
import { findBundle, type StoredBundle } from '../store/bundles.ts';
import type { Tx } from '../store/database.ts';
import { findTarget, markDeployed, saveTarget, type TargetRow } from '../store/deployments.ts';
import type { Journal, Tell } from '../store/journal.ts';
import {
  deployStateOf,
  isUnderWay,
  TARGET_STATUSES,
  type Target,
  type TargetEvent,
  targetAfter,
} from './deploy-target.ts';
import { detailsOf } from './details.ts';

/** Why a bundle is not deployed now. */
export type Hindrance = 'unknown' | 'not-validated' | 'no-targets' | 'under-way' | 'deployed';

/** What is stored and told of deployments: targets, the bundle's status, activity, messages as one. */
export interface DeployRecords {
  /** Queues every target that has not taken the bundle. */
  start(
    id: string,
    username: string,
  ): Promise<{ hindrance: Hindrance } | { queued: string[]; bundle: StoredBundle }>;
  /** One step of one target; silent when it changes nothing. */
  step(id: string, platform: string, event: TargetEvent): Promise<void>;
}

interface RecordParts {
  readonly journal: Journal;
  readonly platforms: readonly Platform[];
  readonly now: () => number;
}

export function createDeployRecords({ journal, platforms, now }: RecordParts): DeployRecords {
  async function tellDetails(tx: Tx, tell: Tell, id: string): Promise<void> {
    const stored = await findBundle(tx, id);
    if (stored === undefined) return;
    const { status, targets, history } = detailsOf(stored, platforms, 'short');
    tell(keyOf('bundle', { id }), 'patch', { status, targets, history });
  }

  async function finish(tx: Tx, tell: Tell, stored: StoredBundle): Promise<void> {
    const id = String(stored.bundle.id);
    const deployed = deployStateOf(stored.targets.map(targetOf)) === 'deployed';
    if (deployed) {
      await markDeployed(tx, id, now());
      tell(keyOf('bundles'), 'patch', { id, status: 'deployed' });
    }
    await recordActivity(tx, tell, { ...outcomeOf(stored, platforms), at: now() });
  }

  return {
    start: (id, username) =>
      journal.commit(async (tx, tell) => {
        const bundle = await findBundle(tx, id);
        const hindrance = hindranceOf(bundle);
        if (bundle === undefined || hindrance !== null)
          return { hindrance: hindrance ?? 'unknown' };
        const before = bundle.targets.map(targetOf);
        const queued = before
          .map((target) => targetAfter(target, { what: 'queued' }, bundle.bundle.size))
          .filter(({ status }) => status === 'queued');
        for (const target of queued) await saveTarget(tx, id, target);
        const message = `${username} deploys ZIP bundle ${bundle.bundle.name} to ${countOf(queued.length)}`;
        await recordActivity(tx, tell, { message, severity: 'primary', at: now() });
        await tellDetails(tx, tell, id);
        return { queued: queued.map(({ platform }) => platform), bundle };
      }),

    step: (id, platform, event) =>
      journal.commit(async (tx, tell) => {
        const row = await findTarget(tx, id, platform);
        const stored = await findBundle(tx, id);
        if (row === undefined || stored === undefined) return;
        const before = targetOf(row);
        const after = targetAfter(before, event, stored.bundle.size);
        if (after === before) return;
        await saveTarget(tx, id, after);
        const others = stored.targets.filter((target) => target.platform !== platform);
        const targets = [...others.map(targetOf), after];
        if (!targets.some(isUnderWay)) await finish(tx, tell, { ...stored, targets });
        await tellDetails(tx, tell, id);
      }),
  };
}

export const countOf = (platforms: number): string =>
  platforms === 1 ? '1 platform' : `${platforms} platforms`;

function targetOf({ platform, status, sentBytes, message }: TargetRow): Target {
  const known = TARGET_STATUSES.find((one) => one === status) ?? 'waiting';
  return { platform, status: known, sentBytes, message };
}

function hindranceOf(stored: StoredBundle | undefined): Hindrance | null {
  if (stored === undefined) return 'unknown';
  const { status } = stored.bundle;
  if (status !== 'validated' && status !== 'deployed') return 'not-validated';
  if (stored.targets.length === 0) return 'no-targets';
  const state = deployStateOf(stored.targets.map(targetOf));
  return state === 'under-way' || state === 'deployed' ? state : null;
}

/** Named in a sentence at most; the rest is counted. */
const NAMED_MAX = 3;

/** The end of a deployment as a row of the activity log. */
function outcomeOf({ bundle, targets }: StoredBundle, platforms: readonly Platform[]) {
  const taken = targets.filter(({ status }) => status === 'taken').length;
  const took = `${taken} of ${countOf(targets.length)} took it`;
  if (taken === targets.length)
    return {
      message: `ZIP bundle ${bundle.name} is deployed: ${took}`,
      severity: 'success',
    } as const;
  const failed = targets.flatMap(({ platform, status, message }) =>
    status === 'failed' ? [`${nameOf(platform, platforms)} ${message ?? 'failed'}`] : [],
  );
  const more = failed.length > NAMED_MAX ? [`and ${failed.length - NAMED_MAX} more`] : [];
  const named = [...failed.slice(0, NAMED_MAX), ...more].join('; ');
  const message = `ZIP bundle ${bundle.name} is not deployed everywhere: ${took}; ${named}`;
  return { message, severity: taken === 0 ? 'error' : 'warning' } as const;
}

function nameOf(id: string, platforms: readonly Platform[]): string {
  const platform = platforms.find((one) => one.id === id);
  return platform === undefined ? id : `${platform.name} (${platform.domain})`;
}
