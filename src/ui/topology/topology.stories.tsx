import { CONNECTIONS, LONG_CONNECTIONS } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { Topology } from './topology.tsx';

export const stories: StorySet = {
  title: 'Topology',
  stories: {
    'every status': () => <Topology self="Sample" connections={CONNECTIONS} age="fresh" />,
    unknown: () => <Topology self="Sample" connections={CONNECTIONS} age="unknown" />,
    stale: () => <Topology self="Sample" connections={CONNECTIONS} age="stale" />,
    'nobody else': () => <Topology self="Sample" connections={[]} age="fresh" />,
    'long text': () => (
      <Topology self="Sample of the South" connections={LONG_CONNECTIONS} age="fresh" />
    ),
  },
};
