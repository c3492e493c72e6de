import * as z from 'zod/mini';
import type { Change } from '../../contract/live.ts';
import { type Key, keyOf, keyText } from '../../contract/paths.ts';
import { type BundleDetails, BundleDetailsSchema } from '../../contract/shapes/bundle.ts';
import { ProofRowSchema } from '../../contract/shapes/proof.ts';
import { deployStateOf, type Target } from '../bundles/deploy/deploy-target.ts';

/**
 * Finds, in what a commit emits, the events that people want to be alerted of, beside those of platforms, which are stored
 * with their incidents. It reads only what consoles receive, so an alert never reports what was not stored.
 */
export type Alert =
  | { readonly kind: 'proof'; readonly peer: string }
  | {
      readonly kind: 'deploy';
      readonly bundle: string;
      readonly taken: number;
      readonly targets: number;
    }
  | {
      readonly kind: 'validation';
      readonly bundle: string;
      readonly name: string;
      /** The first problem that was found. */
      readonly problem: string | undefined;
    };

const PROOFS = keyText(keyOf('proofs'));
const BUNDLE = keyText([...keyOf('bundles'), '']);

interface Emitted extends Pick<Change, 'op' | 'data'> {
  readonly key: Key;
}

export function findAlerts({ key, op, data }: Emitted): Alert[] {
  const text = keyText(key);
  if (text === PROOFS) return readProof(data);
  if (!text.startsWith(BUNDLE)) return [];
  const bundle = text.slice(BUNDLE.length);
  // The end of an inspection is the only change that replaces the details of a bundle.
  if (op === 'replace') return readInspection(bundle, z.parse(BundleDetailsSchema, data));
  // Written by this process itself: see `server/bundles/deploy`.
  const { targets } = data as { targets?: readonly Target[] };
  return targets === undefined ? [] : readTargets(bundle, targets);
}

/** Targets are emitted when one of them changed that was in progress: without any left, the deployment has just ended. */
function readTargets(bundle: string, targets: readonly Target[]): Alert[] {
  if (deployStateOf(targets) !== 'incomplete') return [];
  const taken = targets.filter(({ status }) => status === 'taken').length;
  return [{ kind: 'deploy', bundle, taken, targets: targets.length }];
}

function readInspection(bundle: string, { name, status, problems }: BundleDetails): Alert[] {
  if (status !== 'failed') return [];
  return [{ kind: 'validation', bundle, name, problem: problems[0]?.message }];
}

/** A started proof is emitted as a list of rows, each of its steps as one row. */
function readProof(data: unknown): Alert[] {
  const row = z.safeParse(ProofRowSchema, data);
  if (!row.success || row.data.endedAt === null || row.data.verified) return [];
  return [{ kind: 'proof', peer: row.data.peer }];
}
