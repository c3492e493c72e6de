import type { AnswerOf } from '../../../contract/calls.ts';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { markFirstPaint } from '../../device/first-paint.ts';
import { CHANNELS, DUTY, RULES } from '../alerts/alerts.stories.tsx';
import { PEOPLE } from '../people/people.stories.tsx';
import { FirstSteps } from './first-steps.tsx';

interface Server {
  role?: 'admin' | 'operator' | 'viewer';
  /** How many platforms are real. */
  own?: number;
  /** Of web push. */
  devices?: number;
  people?: number;
  /** What the session says of that; undefined: nothing. */
  onlyAccount?: boolean | undefined;
  /** The list of people is not read yet. */
  isEarly?: boolean;
  /** Of who is on duty; undefined: there is no rota. */
  onDuty?: number;
}

const ofServer = ({ role = 'admin', own = 0, devices = 0, people = 1, ...more }: Server) => {
  const { onDuty, isEarly = false } = more;
  const onlyAccount = 'onlyAccount' in more ? more.onlyAccount : people === 1;
  const session = {
    user: { username: 'ada', email: '', sovereignLevel: 'S11.1' },
    ...{
      expiresAt: NOW,
      role,
      ...(role === 'admin' && onlyAccount !== undefined && { onlyAccount }),
    },
    refused: role === 'viewer' ? { changeRota: 'operator' } : {},
  } satisfies AnswerOf<'session'>;
  const [push] = CHANNELS;
  return (
    <Seeded
      entries={[
        ...known('session', session),
        ...known(
          'connections',
          CONNECTIONS.map((one, at) => ({ ...one, simulated: at >= own })),
        ),
        ...known('alertRules', RULES.slice(0, 1)),
        ...known('alertChannels', [
          ...(push ? [{ ...push, devices }] : []),
          ...(onDuty === undefined ? [] : [{ ...DUTY, devices: onDuty }]),
        ]),
        ...(role === 'admin' && !isEarly ? known('people', PEOPLE.slice(0, people)) : []),
      ]}
    >
      <FirstSteps />
    </Seeded>
  );
};

// The gallery has no page of its own whose paint is waited for.
markFirstPaint();

export const stories: StorySet = {
  title: 'First steps',
  alone: true,
  stories: {
    'a new server': () => ofServer({}),
    'the second person has just come': () =>
      ofServer({ own: 2, devices: 3, people: 2, onlyAccount: true }),
    'an earlier server': () => ofServer({ onlyAccount: undefined }),
    'an earlier server, at first': () => ofServer({ onlyAccount: undefined, isEarly: true }),
    'one is left': () => ofServer({ own: 2, devices: 3 }),
    'nobody on the rota can be reached': () => ofServer({ own: 2, onDuty: 0 }),
    'the same for an operator': () => ofServer({ role: 'operator', onDuty: 0 }),
    'for a viewer': () => ofServer({ role: 'viewer', onDuty: 0 }),
    'all done': () => ofServer({ own: 6, devices: 1, people: 2, onDuty: 1 }),
  },
};
