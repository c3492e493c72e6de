import { NOW } from '../../ui/testing/samples.ts';
import { known, Seeded } from '../../ui/testing/seed.tsx';
import type { StorySet } from '../../ui/testing/story.ts';
import { WITNESSES } from '../../ui/testing/witness-samples.ts';
import { WitnessPanel } from './witness-panel.tsx';

const story = (name: keyof typeof WITNESSES, stand: 'fresh' | 'stale' = 'fresh') => {
  const entries = known('witnesses', WITNESSES[name], stand);
  return () => (
    <Seeded entries={entries}>
      <WitnessPanel count={6} now={NOW} />
    </Seeded>
  );
};

export const stories: StorySet = {
  title: 'Who sees whom',
  alone: true,
  stories: {
    ...Object.fromEntries(
      (Object.keys(WITNESSES) as (keyof typeof WITNESSES)[]).map((name) => [name, story(name)]),
    ),
    stale: story('a line is cut', 'stale'),
  },
};
