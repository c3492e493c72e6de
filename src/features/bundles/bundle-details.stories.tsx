import { bundleDetails, bundles, LONG_BUNDLE } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { BundleDetailsDrawer } from './bundle-details.tsx';

type Props = Parameters<typeof BundleDetailsDrawer>[0];

const [BUNDLE = LONG_BUNDLE] = bundles(1);

const drawer = (more: Partial<Props>) => (
  <BundleDetailsDrawer
    opened
    bundle={BUNDLE}
    details={undefined}
    failure={undefined}
    onDeploy={nothing}
    onCancelDeploy={nothing}
    onDelete={nothing}
    onClose={nothing}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'Bundle details',
  alone: true,
  stories: {
    'everything known': () => drawer({ details: bundleDetails(BUNDLE, 12) }),
    loading: () => drawer({}),
    failed: () => drawer({ failure: { userMessage: '500: Internal Server Error', status: 500 } }),
    'on a server without details': () =>
      drawer({ failure: { userMessage: '404: Not Found', status: 404 } }),
    'no reasons, no targets, no files': () =>
      drawer({ details: { ...bundleDetails(BUNDLE, 0), problems: [], targets: [] } }),
    'long text': () => drawer({ bundle: LONG_BUNDLE, details: bundleDetails(LONG_BUNDLE, 1) }),
    'thousands of files': () => drawer({ details: bundleDetails(BUNDLE, 9000) }),
  },
};
