import * as z from 'zod/mini';
import type { Change } from '../../contract/live.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import { type BundleDetails, BundleDetailsSchema } from '../../contract/shapes/bundle.ts';
import { ProofRowSchema } from '../../contract/shapes/proof.ts';
import { deployStateOf, type Target } from '../bundles/deploy/deploy-target.ts';

/**
 * Finds, in the changes of the journal, the events that people want to be alerted of, beside those of platforms, which
 * are stored with their incidents. It reads only what consoles receive, so an alert never reports what was not stored.
 * It remembers only the previous state of each thing.
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

/** The state when this process started. */
interface InitialState {
  /** Ids of bundles that are being deployed. */
  readonly deploying: Iterable<string>;
}

const PROOFS = keyText(keyOf('proofs'));
const BUNDLE = keyText([...keyOf('bundles'), '']);

/** @returns a function that is called with every change once, in order */
export function createAlertReader(initial: InitialState): (change: Change) => Alert[] {
  const deploying = new Set(initial.deploying);

  /** A deployment ends once: with the change after which no target is under way. */
  function readTargets(bundle: string, targets: readonly Target[]): Alert[] {
    const state = deployStateOf(targets);
    if (state === 'in-progress') deploying.add(bundle);
    const ended = state !== 'in-progress' && deploying.delete(bundle);
    if (!ended || state !== 'incomplete') return [];
    const taken = targets.filter(({ status }) => status === 'taken').length;
    return [{ kind: 'deploy', bundle, taken, targets: targets.length }];
  }

  return ({ key, op, data }) => {
    const text = keyText(key);
    if (text === PROOFS) return readProof(data);
    if (!text.startsWith(BUNDLE)) return [];
    const bundle = text.slice(BUNDLE.length);
    // The end of an inspection is the only change that replaces the details of a bundle.
    if (op === 'replace') return readInspection(bundle, z.parse(BundleDetailsSchema, data));
    // Written by this process itself: see `server/bundles/deploy`.
    const { targets } = data as { targets?: readonly Target[] };
    return targets === undefined ? [] : readTargets(bundle, targets);
  };
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
