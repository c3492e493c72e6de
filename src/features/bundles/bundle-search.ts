import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { keyIn, textIn } from '../../shared/address-values.ts';
import { type BundleStage, bundleState } from '../../shared/bundle-state.ts';

/** What the bundle table shows. It stands in the address, so that it can be linked to and gone back from. */
export interface BundleSearch {
  /** Text in a name, a target or a reason. */
  readonly q?: string | undefined;
  readonly filter?: BundleFilter | undefined;
  readonly sort?: BundleSort | undefined;
  /** From 1; undefined: the first. */
  readonly page?: number | undefined;
}

export const BUNDLE_FILTERS = {
  failed: 'Failed',
  validated: 'Validated',
  'partly-deployed': 'Partly deployed',
  deployed: 'Deployed',
} as const satisfies Partial<Record<BundleStage, string>>;
export type BundleFilter = keyof typeof BUNDLE_FILTERS;

/** How the table is ordered; left out: newest first, which is what the server sends. */
export const BUNDLE_SORTS = {
  oldest: 'Oldest first',
  name: 'Name',
  largest: 'Largest first',
} as const;
export type BundleSort = keyof typeof BUNDLE_SORTS;

/** Rows of a page: thousands of bundles cost no more than these. */
export const PAGE_ROWS = 20;

/** Addresses are foreign data: what is not known is left out. */
export function bundleSearch(search: Record<string, unknown>): BundleSearch {
  const page = Number(search.page);
  return {
    q: textIn(search.q),
    filter: keyIn(BUNDLE_FILTERS, search.filter),
    sort: keyIn(BUNDLE_SORTS, search.sort),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

export interface FoundBundles {
  /** Those that match, in order. */
  readonly bundles: readonly Bundle[];
  /** How many match the text, by filter. */
  readonly counts: Readonly<Record<BundleFilter | 'all', number>>;
}

/** @param bundles newest first */
export function findBundles(bundles: readonly Bundle[], search: BundleSearch): FoundBundles {
  const text = search.q?.trim().toLowerCase();
  const matching = text ? bundles.filter((bundle) => textOf(bundle).includes(text)) : bundles;
  const counts = {
    all: matching.length,
    failed: 0,
    validated: 0,
    'partly-deployed': 0,
    deployed: 0,
  };
  for (const bundle of matching) {
    const filter = keyIn(BUNDLE_FILTERS, bundleState(bundle).stage);
    if (filter) counts[filter] += 1;
  }
  const filtered = search.filter
    ? matching.filter((bundle) => bundleState(bundle).stage === search.filter)
    : matching;
  return { bundles: sorted(filtered, search.sort), counts };
}

function textOf({ name, targetPlatforms, reason }: Bundle): string {
  return [name, reason, ...(targetPlatforms ?? [])].join('\n').toLowerCase();
}

function sorted(bundles: readonly Bundle[], sort: BundleSort | undefined): readonly Bundle[] {
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
