import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { StatusPageScreen } from './status-page-screen.tsx';

const GROUPED = CONNECTIONS.map((one, place) => ({ ...one, group: place < 4 ? 'Shop' : 'Office' }));
const NEW = {
  ...{ on: false, title: 'Service status', platforms: [], timeZone: 'UTC', address: '/status' },
};
const PUBLIC = {
  ...{ ...NEW, on: true, timeZone: 'Europe/Berlin' },
  platforms: CONNECTIONS.slice(0, 4).map(({ id, name }) => ({ id, name })),
};

const view = (page: typeof PUBLIC, stand?: Stand) => (
  <Seeded entries={[...known('connections', GROUPED), ...known('statusPage', page, stand)]}>
    <StatusPageScreen />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Status page',
  stories: {
    'not set up': () => view({ ...NEW, platforms: [] }),
    public: () => view(PUBLIC),
    missing: () => view(PUBLIC, 'missing'),
  },
};
