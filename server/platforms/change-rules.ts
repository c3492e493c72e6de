import { dependsOnProblem } from '../../contract/depends-on.ts';
import { keyOf } from '../../contract/paths.ts';
import type { AuditAction } from '../../contract/shapes/audit.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { currentActor } from '../base/actor.ts';
import { httpError } from '../base/http-error.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import { emitStats } from '../dashboard/rows.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { type AddressPolicy, checkLiteral } from '../outgoing/addresses.ts';
import { TransportError } from '../outgoing/no-answer.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Kind } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import type { PlatformList } from './platform-list.ts';
import { FORBIDDEN_TEXT } from './probes/probe-guard.ts';
import type { Definition } from './rows/definitions.ts';

export interface PlatformChangesDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly mesh: MeshConfig;
  readonly platformList: Pick<PlatformList, 'platforms' | 'upToDate'>;
  /** Platforms without an address of their own are simulated. */
  readonly simulated: boolean;
  /** Seals what platforms are probed with. */
  readonly box: SecretBox;
  readonly guard: AddressPolicy;
  /** What ends something when a platform is not probed any more. */
  readonly others: readonly Pick<Feature, 'platformLeft'>[];
}

/** @returns commits; when it resolves, this instance has the platforms as they are then */
export function committer({ journal, now, platformList }: PlatformChangesDeps) {
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

export type Change = ReturnType<typeof committer>;

export async function record(
  tx: Tx,
  emit: Emit,
  { action, id, target, detail = '', at }: PlatformRecord,
): Promise<void> {
  await recordAudit(tx, { action, target, detail, at });
  const message = `${currentActor().name} ${VERBS[action]} ${target}`;
  await recordActivity(tx, emit, { message, severity: 'primary', at, ...(id && { platform: id }) });
}

export function assertFits(
  { mesh, guard }: Pick<PlatformChangesDeps, 'mesh' | 'guard'>,
  definition: Definition,
  others: readonly Definition[],
): void {
  const { node, requirePinnedKeys } = mesh;
  const { id, name, keys, kind } = definition;
  const isSame = (one: { readonly name: string }) => one.name.toLowerCase() === name.toLowerCase();
  if (isSame(node) || others.some(isSame))
    throw httpError(409, `name is taken: ${name} is in this mesh already.`);
  if (id === node.id || others.some((one) => one.id === id))
    throw httpError(409, `id is taken: ${id} is in this mesh already.`);
  if (kind === 'mesh' && requirePinnedKeys && keys === undefined)
    throw httpError(400, 'keys are required, because requirePinnedKeys is true.');
  const problem = dependsOnProblem(definition, others);
  if (problem !== undefined) throw httpError(400, problem);
  assertAllowed(guard, kindOf(definition).place?.(definition));
}

/** A name is judged at each probe, by the addresses that it has then. */
function assertAllowed(
  guard: PlatformChangesDeps['guard'],
  place: ReturnType<NonNullable<Kind['place']>>,
): void {
  try {
    if (place) checkLiteral(guard, place.host, place.port);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw httpError(400, FORBIDDEN_TEXT);
  }
}

export interface PlatformRecord {
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
