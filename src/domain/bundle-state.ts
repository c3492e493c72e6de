import type { Bundle } from '../../contract/shapes/bundle.ts';

export type BundleStage =
  | 'validating'
  | 'validated'
  | 'failed'
  | 'deploying'
  | 'partly-deployed'
  | 'deployed'
  | 'other';

/** How far a bundle has got, as a badge shows it. */
interface BundleState {
  readonly stage: BundleStage;
  readonly label: string;
  readonly color: 'gray' | 'blue' | 'green' | 'yellow' | 'red';
}

/** @returns a bundle's state; a status that is not known is shown neutrally, by its own word. */
export function bundleState(bundle: Pick<Bundle, 'status' | 'deployment'>): BundleState {
  switch (bundle.status) {
    case 'validating':
      return { stage: 'validating', label: 'Validating', color: 'gray' };
    case 'validated':
      return deploymentState(bundle.deployment) ?? VALIDATED;
    case 'failed':
      return { stage: 'failed', label: 'Failed', color: 'red' };
    case 'deployed':
      return { stage: 'deployed', label: 'Deployed', color: 'green' };
    default:
      return { stage: 'other', label: bundle.status, color: 'gray' };
  }
}

const VALIDATED: BundleState = { stage: 'validated', label: 'Validated', color: 'blue' };

/** @returns undefined for a bundle that was sent to no platform yet */
function deploymentState(deployment: Bundle['deployment']): BundleState | undefined {
  if (!deployment) return undefined;
  const { state, done, total, chosen = total, retrying = 0 } = deployment;
  const count = `${done} of ${chosen}`;
  if (state === 'in-progress')
    return { stage: 'deploying', label: `Deploying ${count}`, color: retrying ? 'yellow' : 'blue' };
  if (state === 'incomplete')
    return { stage: 'partly-deployed', label: `Deployed ${count}`, color: 'yellow' };
  // It was sent to some of its targets on purpose: no trouble.
  if (done > 0) return { stage: 'partly-deployed', label: `Deployed ${count}`, color: 'blue' };
  return undefined;
}

/**
 * Why a bundle cannot be deployed now; undefined when it can. A status that is not known is let through: the server
 * decides.
 */
export function deployDisabledReason(
  bundle: Pick<Bundle, 'status' | 'deployment'>,
): string | undefined {
  if (bundle.status === 'validating') return 'Still being validated';
  if (bundle.status === 'failed') return 'Validation failed';
  if (bundle.deployment?.state === 'in-progress') return 'Being deployed now';
  if (bundle.deployment?.state === 'deployed') return 'Every target has it';
  return undefined;
}

/** @returns whether a deployment reached some targets and failed at others, which are tried again alone */
export function isRetry({ deployment }: Pick<Bundle, 'deployment'>): boolean {
  return deployment?.state === 'incomplete';
}

/** Names that a row shows before it counts the others. */
const TARGETS_SHOWN = 2;

/** The targets of a bundle in one line. */
interface TargetsSummary {
  readonly text: string;
  /** Those that the text does not name. */
  readonly hidden: readonly string[];
}

/** @param platformCount platforms of the mesh; 0 while that is not known */
export function summarizeTargets(
  targets: readonly string[] | null,
  platformCount: number,
): TargetsSummary {
  if (targets === null) return { text: 'All Platforms', hidden: [] };
  if (targets.length === 0) return { text: 'None', hidden: [] };
  if (platformCount > TARGETS_SHOWN && targets.length === platformCount)
    return { text: `All ${countWord(platformCount)}`, hidden: [] };
  const shown = targets.length === TARGETS_SHOWN + 1 ? TARGETS_SHOWN + 1 : TARGETS_SHOWN;
  return { text: targets.slice(0, shown).join(', '), hidden: targets.slice(shown) };
}

/** @returns every target by name */
export function targetNames(targets: readonly string[] | null): string {
  if (targets === null) return 'All Platforms';
  return targets.length === 0 ? 'None' : targets.join(', ');
}

const COUNT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

const countWord = (count: number) => COUNT_WORDS[count] ?? String(count);

/** @returns a priority as people read it: 'Standard'. One that is not known keeps its own letters */
export function priorityText(priority: string): string {
  return priority.charAt(0).toUpperCase() + priority.slice(1);
}
