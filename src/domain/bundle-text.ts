import type { Bundle, BundleDetails, BundleTarget } from '../../contract/shapes/bundle.ts';
import { bundleState, isRetry } from './bundle-state.ts';
import { momentOf, timeText } from './moment.ts';

/** @returns what a deployment would do: a bundle that did not reach every target goes to the others alone */
export function deployText(bundle: Bundle, details: BundleDetails | undefined): string {
  if (!isRetry(bundle)) return 'Deploy';
  const failed = details?.targets.filter(({ status }) => status === 'failed') ?? [];
  if (failed.length === 0) return 'Retry';
  return failed.length === 1 ? `Retry ${failed[0]?.platform}` : `Retry ${failed.length} platforms`;
}

/** @param status of a bundle without problems that the server names */
export function checksText(status: string): string {
  if (status === 'validating') return 'Files are being checked.';
  if (status === 'failed') return 'The checks failed. The server gave no reasons.';
  return 'All files checked. No problems found.';
}

/** What happens to a bundle beside its own statuses. */
const EVENT_LABELS: Readonly<Record<string, string>> = {
  deploying: 'Deployment started',
  incomplete: 'Deployed in part',
};

/** @returns an entry of a bundle's history in words */
export function historyText(status: string): string {
  return EVENT_LABELS[status] ?? bundleState({ status }).label;
}

const TARGET_LABELS: Readonly<Record<string, string>> = {
  waiting: 'Not sent',
  queued: 'Queued',
  checking: 'Checking',
  taken: 'Delivered',
};

/** @returns how far a target has got, in words; a status that is not known is shown by its own word */
export function targetText({ status, message, retryUntil }: BundleTarget): string {
  const reason = message?.replace(/^failed: /, '');
  if (status === 'failed') return reason ? `Failed: ${reason}` : 'Failed';
  if (status === 'retrying')
    return capitalized(`${reason ?? 'no answer'}, ${tryingText(retryUntil)}`);
  const label = Object.hasOwn(TARGET_LABELS, status) ? TARGET_LABELS[status] : undefined;
  return message ?? label ?? status;
}

/** @returns 'trying until 17:03' */
function tryingText(until: string | null | undefined): string {
  const at = momentOf(until);
  return at === undefined ? 'trying again' : `trying until ${timeText(at)}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns what a row says below a bundle's name: why its checks failed, or that targets do not answer; '' for neither */
export function troubleText({ reason, deployment }: Pick<Bundle, 'reason' | 'deployment'>): string {
  if (reason) return reason;
  const { retrying = 0, retryUntil } = deployment ?? {};
  if (retrying === 0) return '';
  const who = retrying === 1 ? '1 platform does' : `${retrying} platforms do`;
  return `${who} not answer, ${tryingText(retryUntil)}`;
}
