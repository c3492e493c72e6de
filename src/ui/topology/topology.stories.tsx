import { CONNECTIONS, LONG_CONNECTIONS } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { Topology } from './topology.tsx';

export const stories: StorySet = {
  title: 'Topology',
  stories: {
    'every status': () => <Topology self="Sample" connections={CONNECTIONS} unknown={false} />,
    unknown: () => <Topology self="Sample" connections={CONNECTIONS} unknown={true} />,
    'nobody else': () => <Topology self="Sample" connections={[]} unknown={false} />,
    'long text': () => (
      <Topology self="Sample of the South" connections={LONG_CONNECTIONS} unknown={false} />
    ),
  },
};
