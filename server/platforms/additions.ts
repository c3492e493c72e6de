import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { dependsOnProblem } from '../../contract/depends-on.ts';
import { PLATFORMS_MAX } from '../../contract/platform-limits.ts';
import { type PlatformPayload, PlatformPayloadSchema } from '../../contract/sent/platform.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import { recordActivity } from '../activity/rows.ts';
import { describeChanges } from '../audit/changes.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { currentActor } from '../base/actor.ts';
import { HttpError, httpError } from '../base/http-error.ts';
import { formatIssue } from '../base/zod-message.ts';
import type { Database, Tx } from '../database/database.ts';
import {
  assertFits,
  type Change,
  type PlatformChangesDeps,
  type PlatformRecord,
  record,
} from './change-rules.ts';
import { definitionFrom, probeOf, settingsOf } from './definition-from.ts';
import { type Definition, knownIds, listDefinitions, saveDefinition } from './rows/definitions.ts';

type Given = PayloadOf<'importPlatforms'>['platforms'];

/** What is or would be added, or why it is left out. */
export interface Addition {
  readonly definition?: Definition;
  /** The secret of a new address that it reports itself at; null: there is no new one. */
  readonly report: string | null;
  readonly reason: string | null;
}

/** How platforms become more: one, or those of a file. */
export function additions(deps: PlatformChangesDeps, change: Change) {
  const { mesh, box, db } = deps;

  function newOne(
    payload: PlatformPayload,
    others: readonly Definition[],
    known: ReadonlySet<string>,
  ) {
    if (others.length >= PLATFORMS_MAX)
      throw httpError(409, 'There are too many platforms: remove one first.');
    const taken = new Set([mesh.node.id, ...known]);
    const made = definitionFrom(payload, { before: undefined, taken, box });
    assertFits(deps, made.definition, others);
    return made;
  }

  async function save(tx: Tx, definition: Definition, at: number): Promise<PlatformRecord> {
    await saveDefinition(tx, definition, at);
    const { id, name: target } = definition;
    const detail = describeChanges(undefined, settingsOf(definition));
    return { action: 'platform.added', id, target, detail, at };
  }

  function importedOne(
    { platform, paused = false, id }: Given[number],
    others: readonly Definition[],
    known: ReadonlySet<string>,
    /** Ids of other platforms here, by those of the file. */
    here: Map<string, string>,
  ) {
    const parsed = z.safeParse(PlatformPayloadSchema, platform, { reportInput: true });
    if (!parsed.success) throw httpError(400, formatIssue(parsed.error.issues, 'It'));
    const { dependsOn } = parsed.data;
    const alone = { ...parsed.data, dependsOn: undefined };
    const { definition, report } = newOne(alone, others, known);
    const same = others.find((one) => isProbedAlike(one, definition));
    if (id !== undefined) here.set(id, (same ?? definition).id);
    if (same !== undefined) throw httpError(409, `${same.name} is probed in the same way.`);
    return { definition: { ...definition, paused, ...(dependsOn && { dependsOn }) }, report };
  }

  /** @returns for each what it would be beside those before it */
  async function plan(db: Database, given: Given): Promise<Addition[]> {
    const all = await listDefinitions(db);
    const ids = new Set(await knownIds(db));
    const before = [...all];
    const here = new Map<string, string>();
    const planned = given.map((one): Addition => {
      try {
        const made = importedOne(one, all, ids, here);
        all.push(made.definition);
        ids.add(made.definition.id);
        return { ...made, reason: null };
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        return { report: null, reason: error.message };
      }
    });
    const found = planned.map(({ definition, ...one }): Addition => {
      if (definition?.dependsOn === undefined) return { ...one, ...(definition && { definition }) };
      const dependsOn = definition.dependsOn.map((id) => here.get(id) ?? id);
      return { ...one, definition: { ...definition, dependsOn } };
    });
    return withCauses(found, before);
  }

  return {
    add: (payload: PlatformPayload) =>
      change(async (tx, emit, at) => {
        const made = newOne(payload, await listDefinitions(tx), await knownIds(tx));
        await record(tx, emit, await save(tx, made.definition, at));
        return { id: made.definition.id, report: made.report };
      }),

    /** @returns what would be added now */
    planImport: (given: Given) => plan(db, given),

    /** Adds all that can be added, at once. */
    import: (given: Given) =>
      change(async (tx, emit, at) => {
        const planned = await plan(tx, given);
        const added = planned.flatMap(({ definition }) => definition ?? []);
        for (const definition of added) await recordAudit(tx, await save(tx, definition, at));
        const count = added.length === 1 ? '1 platform' : `${added.length} platforms`;
        const message = `${currentActor().name} imported ${count}`;
        if (added.length > 0) await recordActivity(tx, emit, { message, severity: 'primary', at });
        return planned;
      }),
  };
}

/** @returns them, without those that depend on what is not there, or in a circle, and then those that depend on these */
function withCauses(planned: readonly Addition[], before: readonly Definition[]): Addition[] {
  const all = [...before, ...planned.flatMap(({ definition }) => definition ?? [])];
  let isLess = false;
  const now = planned.map((one): Addition => {
    const reason = one.definition && dependsOnProblem(one.definition, all);
    if (reason === undefined) return one;
    isLess = true;
    return { report: null, reason };
  });
  return isLess ? withCauses(now, before) : now;
}

const isProbedAlike = (one: Definition, other: Definition): boolean =>
  one.kind !== 'report' && isDeepStrictEqual(probeOf(one), probeOf(other));
