import { PUSH_KINDS } from '../../../contract/limits.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { NotificationsView, type NotificationsViewProps } from './notifications-section.tsx';

const ON: NotificationsViewProps = {
  stage: 'on',
  kinds: PUSH_KINDS,
  busy: undefined,
  trouble: undefined,
  isTested: false,
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
    on: () => section({}),
    'being tested': () => section({ busy: 'testing' }),
    'tested and arrived': () => section({ isTested: true }),
    'tested in vain': () =>
      section({ trouble: 'Not sent. The server cannot reach the push service.' }),
    'a choice being kept': () => section({ busy: 'choosing', kinds: ['down'] }),
  },
};
