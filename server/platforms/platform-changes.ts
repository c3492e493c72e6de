import { isDeepStrictEqual } from 'node:util';
import { PLATFORMS_MAX } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { PlatformPayload } from '../../contract/sent/platform.ts';
import type { AuditAction } from '../../contract/shapes/audit.ts';
import type { PlatformRow } from '../../contract/shapes/platform.ts';
import { recordActivity } from '../activity/rows.ts';
import { describeChanges } from '../audit/changes.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { currentActor } from '../base/actor.ts';
import { httpError } from '../base/http-error.ts';
import { isMeshNode, type MeshConfig, tooPatient } from '../config/mesh-config.ts';
import { emitStats } from '../dashboard/rows.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import {
  type Definition,
  knownIds,
  listDefinitions,
  markRemoved,
  saveDefinition,
  saveOrder,
  targetOf,
} from '../database/platform-definitions.ts';
import type { PlatformList } from '../database/platform-list.ts';
import { forgetStatus } from '../database/platforms.ts';
import type { Feature, NodeBase, PlatformLeft } from '../feature.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { definitionFrom, isReachedOtherwise, secretNames, settingsOf } from './definition-from.ts';
import { meshFile } from './mesh-file.ts';

export interface PlatformChangesDeps extends Pick<NodeBase, 'journal' | 'now'> {
  readonly mesh: MeshConfig;
  readonly platformList: Pick<PlatformList, 'platforms' | 'upToDate'>;
  /** Platforms without an address of their own are simulated. */
  readonly simulated: boolean;
  /** Seals what platforms are probed with. */
  readonly box: SecretBox;
  /** What ends something when a platform is not probed any more. */
  readonly features: () => readonly Pick<Feature, 'platformLeft'>[];
}

/** Sets up which platforms there are. What cannot be is thrown as an answer with a sentence. */
export function createPlatformChanges(deps: PlatformChangesDeps) {
  const { mesh, platformList, simulated, features, box } = deps;
  const change = committer(deps);
  const isSimulated = ({ source, address, ...one }: Definition) =>
    simulated && source === 'file' && isMeshNode(one) && address === undefined;

  async function leave(tx: Tx, emit: Emit, left: PlatformLeft): Promise<void> {
    for (const feature of features()) await feature.platformLeft?.(tx, emit, left);
  }

  return {
    list: (): PlatformRow[] =>
      platformList.platforms.map((one) => ({
        ...{ id: one.id, name: one.name, domain: one.domain, kind: one.kind ?? 'mesh' },
        ...{ source: one.source, simulated: isSimulated(one), paused: one.paused === true },
        ...{ target: targetOf(one) ?? '', settings: settingsOf(one) },
        secrets: secretNames(one, box),
      })),

    file: () => meshFile({ ...deps, platforms: platformList.platforms, isSimulated }),

    add: (payload: PlatformPayload): Promise<Saved> =>
      change(async (tx, emit, at) => {
        const others = await listDefinitions(tx);
        if (others.length >= PLATFORMS_MAX)
          throw httpError(409, 'There are too many platforms: remove one first.');
        const taken = new Set([mesh.node.id, ...(await knownIds(tx))]);
        const { definition, report } = definitionFrom(payload, { before: undefined, taken, box });
        assertFits(mesh, definition, others);
        await saveDefinition(tx, definition, at);
        const { id, name: target } = definition;
        const detail = describeChanges(undefined, settingsOf(definition));
        await record(tx, emit, { action: 'platform.added', id, target, detail, at });
        return { id, report };
      }),

    change: (id: string, payload: PlatformPayload): Promise<Saved> =>
      change(async (tx, emit, at) => {
        const all = await listDefinitions(tx);
        const before = requirePlatform(all, id);
        if (before.source === 'file') throw fromFile();
        const { definition: after, report } = definitionFrom(payload, { before, taken: NONE, box });
        const others = all.filter((one) => one !== before);
        assertFits(mesh, after, others);
        await saveDefinition(tx, after, at);
        // What was measured elsewhere says nothing of it.
        if (isReachedOtherwise(before, after)) await forgetStatus(tx, id);
        const detail = describeChanges(settingsOf(before), settingsOf(after));
        const target = after.name;
        await record(tx, emit, { action: 'platform.changed', id, target, detail, at });
        return { id, report };
      }),

    /** @returns its name */
    pause: (id: string, paused: boolean): Promise<string> =>
      change(async (tx, emit, at) => {
        const before = requirePlatform(await listDefinitions(tx), id);
        const { name: target } = before;
        if (before.paused === paused) return target;
        await saveDefinition(tx, { ...before, paused }, at);
        if (paused) await leave(tx, emit, { platform: before, how: 'paused', at });
        const action = paused ? 'platform.paused' : 'platform.resumed';
        await record(tx, emit, { action, id, target, at });
        return target;
      }),

    order: (ids: readonly string[]): Promise<void> =>
      change(async (tx, _emit, at) => {
        const before = (await listDefinitions(tx)).map((one) => one.id);
        if (!isDeepStrictEqual([...ids].sort(), before.sort()))
          throw httpError(409, 'ids must name every platform once. They have changed: read again.');
        await saveOrder(tx, ids);
        await recordAudit(tx, { action: 'platform.ordered', detail: ids.join(', '), at });
      }),

    /** @returns its name */
    remove: (id: string, history: 'keep' | 'erase'): Promise<string> =>
      change(async (tx, emit, at) => {
        const platform = requirePlatform(await listDefinitions(tx), id);
        if (platform.source === 'file' && !isSimulated(platform)) throw fromFile();
        const { name: target } = platform;
        const how = history === 'erase' ? 'erased' : 'removed';
        await leave(tx, emit, { platform, how, at });
        await markRemoved(tx, id, { source: 'console', at });
        const detail = history === 'erase' ? 'history erased' : 'history kept';
        await record(tx, emit, { action: 'platform.removed', target, detail, at });
        return target;
      }),
  };
}

/** @returns commits; when it resolves, this instance has the platforms as they are then */
function committer({ journal, now, platformList }: PlatformChangesDeps) {
  return async <T>(work: (tx: Tx, emit: Emit, at: number) => Promise<T>): Promise<T> => {
    const result = await journal.commit(async (tx, emit) => {
      const result = await work(tx, emit, now());
      // Whoever may reads it again: see `PlatformList`.
      emit(keyOf('platforms'), 'patch', null);
      await emitStats(tx, emit);
      return result;
    });
    await platformList.upToDate();
    return result;
  };
}

async function record(
  tx: Tx,
  emit: Emit,
  { action, id, target, detail = '', at }: PlatformRecord,
): Promise<void> {
  await recordAudit(tx, { action, target, detail, at });
  const message = `${currentActor().name} ${VERBS[action]} ${target}`;
  await recordActivity(tx, emit, { message, severity: 'primary', at, ...(id && { platform: id }) });
}

function assertFits(
  mesh: PlatformChangesDeps['mesh'],
  definition: Definition,
  others: readonly Definition[],
): void {
  const { node, requirePinnedKeys } = mesh;
  const { id, name, keys, kind } = definition;
  const problem = tooPatient(mesh, definition);
  if (problem) throw httpError(400, `${problem}.`);
  const isSame = (one: { readonly name: string }) => one.name.toLowerCase() === name.toLowerCase();
  if (isSame(node) || others.some(isSame))
    throw httpError(409, `name is taken: ${name} is in this mesh already.`);
  if (id === node.id || others.some((one) => one.id === id))
    throw httpError(409, `id is taken: ${id} is in this mesh already.`);
  if (kind === 'mesh' && requirePinnedKeys && keys === undefined)
    throw httpError(400, 'keys are required, because requirePinnedKeys is true.');
}

const NONE: ReadonlySet<string> = new Set();

interface Saved {
  readonly id: string;
  /** The secret of a new address that it reports itself at; null: there is no new one. */
  readonly report: string | null;
}

export type PlatformChanges = ReturnType<typeof createPlatformChanges>;

interface PlatformRecord {
  readonly action: AuditAction & keyof typeof VERBS;
  /** Undefined for one that is removed. */
  readonly id?: string;
  readonly target: string;
  readonly detail?: string;
  readonly at: number;
}

const VERBS = {
  'platform.added': 'added the platform',
  'platform.changed': 'changed the platform',
  'platform.paused': 'paused',
  'platform.resumed': 'resumed',
  'platform.removed': 'removed the platform',
} as const;

function requirePlatform(all: readonly Definition[], id: string): Definition {
  const platform = all.find((one) => one.id === id);
  if (platform === undefined) throw httpError(404, 'There is no such platform in this mesh.');
  return platform;
}

const fromFile = () =>
  httpError(
    409,
    'This platform is from the mesh configuration file: change it there and restart the server.',
  );
