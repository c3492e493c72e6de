import { bundleDetails, bundles, LONG_BUNDLE } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { BundleDetailsDialog } from './bundle-details-dialog.tsx';

type Props = Parameters<typeof BundleDetailsDialog>[0];

const [BUNDLE = LONG_BUNDLE] = bundles(1);

const dialog = (more: Partial<Props>) => (
  <BundleDetailsDialog
    bundle={BUNDLE}
    details={undefined}
    failure={undefined}
    removing={false}
    onRemove={nothing}
    onClose={nothing}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'Bundle details',
  alone: true,
  stories: {
    'everything known': () => dialog({ details: bundleDetails(BUNDLE, 12) }),
    loading: () => dialog({}),
    failed: () => dialog({ failure: { message: '500: Internal Server Error', status: 500 } }),
    'on a server without details': () =>
      dialog({ failure: { message: '404: Not Found', status: 404 } }),
    'no reasons, no targets, no files': () =>
      dialog({ details: { ...bundleDetails(BUNDLE, 0), problems: [], targets: [] } }),
    'being removed': () => dialog({ details: bundleDetails(BUNDLE, 3), removing: true }),
    'long text': () => dialog({ bundle: LONG_BUNDLE, details: bundleDetails(LONG_BUNDLE, 1) }),
    'thousands of files': () => dialog({ details: bundleDetails(BUNDLE, 9000) }),
  },
};
