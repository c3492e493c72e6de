import type { Incident } from '../../../contract/shapes/incident.ts';
import { CONNECTIONS, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { ConsoleDrillBanner } from './drill-banner.tsx';

const drill = (id: number, platform: string): Incident => ({
  id,
  platform,
  status: 'error',
  startedAt: NOW,
  endedAt: null,
  cause: 'drill',
  planned: false,
  drillUntil: NOW + 600_000,
  acknowledgement: null,
});

const banner = (...platforms: string[]) => (
  <Seeded
    entries={[
      ...known(
        'incidents',
        platforms.map((id, row) => drill(row, id)),
      ),
      ...known('connections', CONNECTIONS),
    ]}
  >
    <ConsoleDrillBanner />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Drill banner',
  alone: true,
  stories: {
    'one drill': () => <>{banner('archive')}the screen</>,
    'two drills': () => <>{banner('archive', 'forge')}the screen</>,
    'no drill': () => <>{banner()}the screen</>,
    'long text': () => <>{banner(LONG_WORD)}the screen</>,
  },
};
