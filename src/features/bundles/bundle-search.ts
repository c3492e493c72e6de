import * as z from 'zod/mini';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { type BundleStage, bundleState } from '../../domain/bundle-state.ts';
import { momentOf } from '../../domain/moment.ts';
import {
  choiceOf,
  type TimeSpan,
  tableSearch,
  textValue,
  timeSpanOf,
} from '../../domain/table-search.ts';

/** Every stage has one, so their counts add up to all. */
export const BUNDLE_FILTERS = {
  failed: 'Failed',
  validated: 'Validated',
  'partly-deployed': 'Partly deployed',
  deployed: 'Deployed',
  validating: 'Validating',
  deploying: 'Deploying',
  other: 'Other',
} as const satisfies Record<BundleStage, string>;

/** How the table is ordered; left out: newest first, which is what the server sends. */
export const BUNDLE_SORTS = {
  problems: 'Problems first',
  oldest: 'Oldest first',
  name: 'Name',
  largest: 'Largest first',
  status: 'Status',
} as const;
type BundleSort = keyof typeof BUNDLE_SORTS;

/** Rows of a page: thousands of bundles cost no more than these. */
export const PAGE_ROWS = 20;

/** What the bundle table shows. `platform`: name of a target; `page`: from 1, left out for the first. */
export const bundleSearch = tableSearch({
  filter: choiceOf(BUNDLE_FILTERS),
  platform: textValue,
  sort: choiceOf(BUNDLE_SORTS),
  page: z.catch(z.optional(z.coerce.number().check(z.int(), z.gt(1))), undefined),
});
export type BundleSearch = z.infer<typeof bundleSearch>;

export interface FoundBundles {
  /** Those that match, in order. */
  readonly bundles: readonly Bundle[];
  /** How many match the rest of the search, by filter. */
  readonly counts: Readonly<Record<BundleStage | 'all', number>>;
}

/**
 * @param bundles newest first
 * @param now server time, epoch milliseconds
 */
export function findBundles(
  bundles: readonly Bundle[],
  search: BundleSearch,
  now: number,
): FoundBundles {
  const text = search.q?.trim().toLowerCase();
  const span = timeSpanOf(search, now);
  const matching = bundles.filter(
    (bundle) =>
      (!text || searchedText(bundle).includes(text)) &&
      isFor(bundle, search.platform) &&
      isWithin(bundle, span),
  );
  const counts = {
    all: matching.length,
    failed: 0,
    validated: 0,
    'partly-deployed': 0,
    deployed: 0,
    validating: 0,
    deploying: 0,
    other: 0,
  };
  for (const bundle of matching) counts[bundleState(bundle).stage] += 1;
  const filtered = search.filter
    ? matching.filter((bundle) => bundleState(bundle).stage === search.filter)
    : matching;
  return { bundles: sorted(filtered, search.sort), counts };
}

function searchedText({ name, targetPlatforms, reason }: Bundle): string {
  return [name, reason, ...(targetPlatforms ?? [])].join('\n').toLowerCase();
}

/** A bundle without a list of targets is for all platforms. */
function isFor({ targetPlatforms }: Bundle, platform: string | undefined): boolean {
  return !platform || !targetPlatforms || targetPlatforms.includes(platform);
}

function isWithin({ createdAt }: Bundle, { from, to }: TimeSpan): boolean {
  if (from === undefined && to === undefined) return true;
  const at = momentOf(createdAt);
  return at !== undefined && !(at < (from ?? at)) && !(at >= (to ?? at + 1));
}

const PROBLEM_COLORS: readonly string[] = ['red', 'yellow'];
const problemRank = (bundle: Bundle) => {
  const rank = PROBLEM_COLORS.indexOf(bundleState(bundle).color);
  return rank < 0 ? PROBLEM_COLORS.length : rank;
};

/** How far bundles have got. */
const STAGES: readonly BundleStage[] = [
  'failed',
  'other',
  'validating',
  'validated',
  'deploying',
  'partly-deployed',
  'deployed',
];
const stageRank = (bundle: Bundle) => STAGES.indexOf(bundleState(bundle).stage);

function sorted(bundles: readonly Bundle[], sort: BundleSort | undefined): readonly Bundle[] {
  if (sort === 'problems') return bundles.toSorted((a, b) => problemRank(a) - problemRank(b));
  if (sort === 'status') return bundles.toSorted((a, b) => stageRank(a) - stageRank(b));
  if (sort === 'oldest') return bundles.toReversed();
  if (sort === 'name')
    return bundles.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  if (sort === 'largest') return bundles.toSorted((a, b) => b.size - a.size);
  return bundles;
}

/** @returns the page that can be shown, from 1: bundles may have been deleted since the address was made */
export function pageOf(count: number, wanted = 1): number {
  return Math.max(1, Math.min(wanted, Math.ceil(count / PAGE_ROWS)));
}
