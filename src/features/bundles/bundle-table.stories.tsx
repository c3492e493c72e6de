import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { bundles, CONNECTIONS, LONG_BUNDLE, READINGS } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { NewestBundles } from './bundle-panel.tsx';
import type { BundleSearch } from './bundle-search.ts';
import { BundleTable } from './bundle-table.tsx';

const shared = (rows: readonly Bundle[] | undefined, state: keyof typeof READINGS) => ({
  read: { ...READINGS[state], data: rows },
  platformCount: 6,
  onUpload: nothing,
  onDeploy: nothing,
  onDetails: nothing,
});

const table = (
  rows: readonly Bundle[] | undefined,
  state: keyof typeof READINGS,
  search: BundleSearch = {},
) => (
  <BundleTable
    {...shared(rows, state)}
    platforms={CONNECTIONS}
    search={search}
    onSearch={nothing}
    onDelete={nothing}
  />
);

export const stories: StorySet = {
  title: 'Bundle table',
  stories: {
    'every status': () => table(bundles(12), 'fresh'),
    empty: () => table([], 'fresh'),
    loading: () => table(undefined, 'loading'),
    stale: () => table(bundles(1), 'stale'),
    failing: () => table(bundles(1), 'failing'),
    'never read': () => table(undefined, 'failed'),
    'a server that does not deploy': () => (
      <BundleTable
        {...shared(bundles(2), 'fresh')}
        platforms={CONNECTIONS}
        onDeploy={undefined}
        search={{}}
        onSearch={nothing}
        onDelete={nothing}
      />
    ),
    'long text': () => table([LONG_BUNDLE], 'fresh'),
    'thousands of rows': () => table(bundles(3000), 'fresh', { page: 3 }),
    'nothing found': () => table(bundles(5), 'fresh', { q: 'nothing like it', filter: 'failed' }),
    'the newest alone': () => <NewestBundles {...shared(bundles(211), 'fresh')} />,
  },
};
