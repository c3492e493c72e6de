import type { Incident } from '../../../contract/shapes/incident.ts';
import { DRILL, INCIDENT, LONG_INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { CONNECTIONS, NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { AcknowledgeControls } from './acknowledge-button.tsx';
import { OpenIncidentsPanel } from './open-incidents.tsx';

const WAITING = 51;
const PLANNED: Incident = { ...INCIDENT, id: 50, platform: 'harbor', planned: true };
const WINDOW = {
  id: 1,
  platforms: ['harbor'],
  note: '',
  startsAt: NOW - 1,
  endsAt: NOW + 3_600_000,
  repeat: 'none',
  timeZone: 'UTC',
  createdBy: 'ada',
  createdAt: NOW,
};

const panel = (incidents: readonly Incident[], read: keyof typeof READINGS = 'fresh') => (
  <OpenIncidentsPanel
    incidents={incidents}
    maintenance={[WINDOW]}
    nameOf={(id) => CONNECTIONS.find((one) => one.id === id)?.name ?? id}
    read={READINGS[read]}
    acknowledge={(incident, title) => (
      <AcknowledgeControls
        {...{ incident, title }}
        account="ada"
        isWaiting={incident.id === WAITING}
        busy={false}
        onAcknowledge={nothing}
        onRelease={nothing}
        onTakeBack={nothing}
      />
    )}
    now={NOW}
  />
);

export const stories: StorySet = {
  title: 'Open incidents',
  stories: {
    one: () => panel([INCIDENT]),
    none: () => panel([]),
    'none was open when last known': () => panel([], 'stale'),
    'loading, and failed': () => (
      <>
        {panel([], 'loading')}
        {panel([], 'failed')}
      </>
    ),
    'of every kind': () => panel([DRILL, INCIDENT, TAKEN, PLANNED]),
    'last known, one waits to be sent': () =>
      panel([{ ...INCIDENT, id: WAITING }, TAKEN], 'unknown'),
    'long texts': () => panel([LONG_INCIDENT]),
  },
};
