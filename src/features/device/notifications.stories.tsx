import { PUSH_KINDS } from '../../../contract/limits.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { NotificationsView, type NotificationsViewProps } from './notifications-section.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const ON: NotificationsViewProps = {
  stage: 'on',
  kinds: PUSH_KINDS,
  busy: undefined,
  trouble: undefined,
  test: { stage: 'none' },
  last: undefined,
  now: NOW,
  server: { reach: 'untried', reachAt: null },
  onTurnOn: nothing,
  onTurnOff: nothing,
  onKinds: nothing,
  onTest: nothing,
};

const section = (props: Partial<NotificationsViewProps>) => (
  <NotificationsView {...ON} {...props} />
);

export const stories: StorySet = {
  title: 'Notifications of this device',
  stories: {
    looking: () => section({ stage: 'looking' }),
    insecure: () => section({ stage: 'insecure' }),
    'only from the home screen': () => section({ stage: 'home-screen' }),
    'no such browser': () => section({ stage: 'browser' }),
    'no service worker yet': () => section({ stage: 'starting' }),
    blocked: () => section({ stage: 'blocked' }),
    'no such server': () => section({ stage: 'without' }),
    off: () => section({ stage: 'off' }),
    'off, with trouble': () =>
      section({ stage: 'off', trouble: 'The browser could not subscribe.' }),
    'being turned on': () => section({ stage: 'off', busy: 'turning' }),
    on: () => section({ last: { at: NOW - 90_000 } as NotificationsViewProps['last'] }),
    'tested and waiting': () => section({ test: { stage: 'waiting' } }),
    'tested and arrived': () => section({ test: { stage: 'arrived', afterMs: 1234 } }),
    'tested and missing': () => section({ test: { stage: 'missing' } }),
    'tested in vain': () =>
      section({
        test: { stage: 'failed', text: 'The server cannot reach the push service.' },
        server: { reach: 'unreachable', reachAt: null },
      }),
    'a choice being kept': () => section({ busy: 'choosing', kinds: ['down'] }),
  },
};
