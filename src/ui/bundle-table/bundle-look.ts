import type { BundleStatus } from '../../../contract/shapes/bundle.ts';

export interface StatusLook {
  readonly tone: 'good' | 'warn' | 'bad' | 'info' | 'neutral';
  readonly word: string;
}

const LOOKS: Readonly<Record<BundleStatus, StatusLook>> = {
  validating: { tone: 'warn', word: 'Validating' },
  validated: { tone: 'good', word: 'Validated' },
  failed: { tone: 'bad', word: 'Failed' },
  deployed: { tone: 'info', word: 'Deployed' },
};

/** @returns the look of a bundle's status; one that is not known is shown neutrally, by its own word. */
export function bundleLook(status: string): StatusLook {
  if (Object.hasOwn(LOOKS, status)) return LOOKS[status as BundleStatus];
  return { tone: 'neutral', word: status };
}

/** @returns the platforms by name, or 'All Platforms' where the server named no list. */
export function targetsText(targets: readonly string[] | null): string {
  if (targets === null) return 'All Platforms';
  return targets.length === 0 ? 'None' : targets.join(', ');
}

/**
 * Why a bundle cannot be deployed now; undefined when it can. A status that is not known is let
 * through: the server decides.
 */
export function deployHindrance(status: string): string | undefined {
  if (status === 'validating') return 'Still being validated';
  if (status === 'failed') return 'Validation failed';
  return undefined;
}
