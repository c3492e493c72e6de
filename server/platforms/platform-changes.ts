import { isDeepStrictEqual } from 'node:util';
import type { PlatformPayload } from '../../contract/sent/platform.ts';
import type { PlatformRow } from '../../contract/shapes/platform.ts';
import { describeChanges } from '../audit/changes.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import { isMeshNode, type MeshConfig } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { PlatformLeft } from '../feature.ts';
import { additions } from './additions.ts';
import { assertFits, committer, type PlatformChangesDeps, record } from './change-rules.ts';
import { definitionFrom, isReachedOtherwise, secretNames, settingsOf } from './definition-from.ts';
import { kindOf } from './kinds/kinds.ts';
import {
  type Definition,
  listDefinitions,
  markRemoved,
  saveDefinition,
  saveOrder,
} from './rows/definitions.ts';
import { forgetStatus } from './rows/states.ts';

/** Sets up which platforms there are. What cannot be is thrown as an answer with a sentence. */
export function createPlatformChanges(deps: PlatformChangesDeps) {
  const { mesh, platformList, simulated, others, box } = deps;
  const change = committer(deps);
  const isSimulated = ({ source, address, ...one }: Definition) =>
    simulated && source === 'file' && isMeshNode(one) && address === undefined;

  async function leave(tx: Tx, emit: Emit, left: PlatformLeft): Promise<void> {
    for (const feature of others) await feature.platformLeft?.(tx, emit, left);
  }

  return {
    list: (): PlatformRow[] =>
      platformList.platforms.map((one) => ({
        id: one.id,
        name: one.name,
        domain: one.domain,
        kind: one.kind ?? 'mesh',
        source: one.source,
        simulated: isSimulated(one),
        paused: one.paused === true,
        target: kindOf(one).target(one) ?? '',
        settings: settingsOf(one),
        secrets: secretNames(one, box),
      })),

    /** @returns what `MESH_CONFIG` reads. The simulator does not run beside a mesh node with an address. */
    file(): MeshConfig {
      const { platforms } = platformList;
      const isReal = platforms.some((one) => isMeshNode(one) && one.address !== undefined);
      const kept = platforms.filter((one) => !(isReal && isSimulated(one)));
      const ids = new Set(kept.map(({ id }) => id));
      return { ...mesh, platforms: kept.map((one) => entryOf(one, ids)) };
    },

    ...additions(deps, change),

    change: (id: string, payload: PlatformPayload) =>
      change(async (tx, emit, at) => {
        const all = await listDefinitions(tx);
        const before = requirePlatform(all, id);
        if (before.source === 'file') throw fromFile();
        const { definition: after, report } = definitionFrom(payload, { before, taken: NONE, box });
        const others = all.filter((one) => one !== before);
        assertFits(deps, after, others);
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

/**
 * Secrets stay here; of the address that a platform reports itself at the file has the hash.
 *
 * @param ids of what is in the file
 */
const entryOf = (
  { paused, secret, dependsOn, ...platform }: Definition,
  ids: ReadonlySet<string>,
) => ({
  ...settingsOf(platform),
  ...(dependsOn && { dependsOn: dependsOn.filter((id) => ids.has(id)) }),
  ...(paused && { paused }),
  ...(platform.kind === 'report' && secret !== undefined && { secret }),
});

const NONE: ReadonlySet<string> = new Set();

export type PlatformChanges = ReturnType<typeof createPlatformChanges>;

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
