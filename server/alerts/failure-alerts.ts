import * as z from 'zod/mini';
import type { Change } from '../../contract/live.ts';
import { type Key, keyOf, keyText } from '../../contract/paths.ts';
import { type BundleDetails, BundleDetailsSchema } from '../../contract/shapes/bundle.ts';
import { ProofRowSchema } from '../../contract/shapes/proof.ts';
import { deployStateOf, type Target } from '../bundles/deploy/deploy-target.ts';
import type { AlertMessage } from '../notifications/alert-message.ts';

export interface AlertContext {
  /** Epoch milliseconds of the change. */
  readonly at: number;
  readonly nameOfBundle: (id: string) => Promise<string>;
  /** Name of the platform with this domain. */
  readonly nameOfPeer: (domain: string) => string;
}

/** A failure that people want to be alerted of. @returns what the alert says */
export type FailureAlert = (context: AlertContext) => Promise<AlertMessage>;

const PROOFS = keyText(keyOf('proofs'));
const BUNDLE = keyText([...keyOf('bundles'), '']);

interface Emitted extends Pick<Change, 'op' | 'data'> {
  readonly key: Key;
}

/**
 * Finds failures in what a commit emits, beside those of platforms, which are stored with their incidents. It reads only what
 * consoles receive, so an alert never reports what was not stored.
 */
export function findFailures({ key, op, data }: Emitted): FailureAlert[] {
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
function readTargets(bundle: string, targets: readonly Target[]): FailureAlert[] {
  if (deployStateOf(targets) !== 'incomplete') return [];
  const taken = targets.filter(({ status }) => status === 'taken').length;
  const chosen = targets.filter(({ status }) => status !== 'waiting').length;
  const platforms = chosen === 1 ? 'platform' : 'platforms';
  const alert: FailureAlert = async ({ at, nameOfBundle }) => ({
    kind: 'deploy',
    severity: taken === 0 ? 'error' : 'warning',
    title: taken === 0 ? 'Deployment failed' : 'Deployment incomplete',
    text: `${await nameOfBundle(bundle)} reached ${taken} of ${chosen} ${platforms}.`,
    tag: `deploy:${bundle}`,
    url: bundleLink(bundle),
    at,
  });
  return [alert];
}

function readInspection(bundle: string, details: BundleDetails): FailureAlert[] {
  const { name, status, problems } = details;
  if (status !== 'failed') return [];
  const [problem] = problems;
  const alert: FailureAlert = async ({ at }) => ({
    kind: 'validation',
    severity: 'error',
    title: 'Validation failed',
    text: problem === undefined ? `${name} was refused.` : `${name}: ${problem.message}`,
    tag: `validation:${bundle}`,
    url: bundleLink(bundle),
    at,
  });
  return [alert];
}

/** A started proof is emitted as a list of rows, each of its steps as one row. */
function readProof(data: unknown): FailureAlert[] {
  const row = z.safeParse(ProofRowSchema, data);
  if (!row.success || row.data.endedAt === null || row.data.verified) return [];
  const { peer } = row.data;
  const alert: FailureAlert = async ({ at, nameOfPeer }) => ({
    kind: 'proof',
    severity: 'error',
    title: `${nameOfPeer(peer)} failed its proof`,
    text: `${peer} did not prove itself in time.`,
    tag: `proof:${peer}`,
    url: '/admin/route66-proof',
    at,
  });
  return [alert];
}

const bundleLink = (id: string) => `/dashboard?bundle=${encodeURIComponent(id)}`;
