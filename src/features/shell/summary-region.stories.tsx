import { activities, CONNECTIONS, LONG_CONNECTIONS } from '../../../tests/ui/samples.ts';
import type { StorySet } from '../../../tests/ui/story.ts';
import { type Known, summaryText } from '../../domain/mesh-news.ts';
import { createValueStore } from '../../shared/subscribable.ts';
import { SummaryRegion } from './summary-region.tsx';

const BEFORE: Known = { activity: activities(2), connections: CONNECTIONS };

const fallen = (connections: typeof CONNECTIONS) =>
  connections.map((connection) => ({ ...connection, status: 'error' }));

/** The region is heard and not seen: what it comes to say stands beside it. */
const region = (before: Known, after: Known) => (
  <>
    <SummaryRegion known={createValueStore(after)} />
    <p>{summaryText(before, after) || 'Says nothing.'}</p>
  </>
);

export const stories: StorySet = {
  title: 'Spoken summary',
  stories: {
    'no news': () => region(BEFORE, BEFORE),
    loading: () => region(BEFORE, { activity: undefined, connections: undefined }),
    'news of both': () =>
      region(BEFORE, { activity: activities(5), connections: fallen(CONNECTIONS) }),
    'long text': () =>
      region(
        { ...BEFORE, connections: LONG_CONNECTIONS },
        {
          activity: activities(2),
          connections: fallen(LONG_CONNECTIONS),
        },
      ),
    'thousands of rows': () => region(BEFORE, { ...BEFORE, activity: activities(5000) }),
  },
};
