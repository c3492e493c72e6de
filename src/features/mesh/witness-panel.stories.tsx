import { NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { WITNESSES } from '../../../tests/ui/witness-samples.ts';
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
