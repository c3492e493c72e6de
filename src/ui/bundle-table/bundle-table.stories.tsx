import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { bundles, LONG_BUNDLE, NOW, READINGS } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { BundleTable } from './bundle-table.tsx';

const table = (
  rows: readonly Bundle[] | undefined,
  state: keyof typeof READINGS,
  { deploying, deploys = true }: { deploying?: Bundle['id']; deploys?: boolean } = {},
) => (
  <BundleTable
    bundles={rows}
    reading={READINGS[state]}
    deploying={deploying}
    now={NOW}
    onUpload={nothing}
    onDeploy={deploys ? nothing : undefined}
    onDetails={nothing}
  />
);

export const stories: StorySet = {
  title: 'Bundle table',
  stories: {
    'every status': () => table(bundles(5), 'fresh'),
    empty: () => table([], 'fresh'),
    loading: () => table(undefined, 'loading'),
    stale: () => table(bundles(1), 'stale'),
    failing: () => table(bundles(1), 'failing'),
    'never read': () => table(undefined, 'failed'),
    'a deployment under way': () => table(bundles(2), 'fresh', { deploying: 'bundle-1' }),
    'a server that does not deploy': () => table(bundles(2), 'fresh', { deploys: false }),
    'long text': () => table([LONG_BUNDLE], 'fresh'),
    'thousands of rows': () => table(bundles(3000), 'fresh'),
  },
};
