import { DAY_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { Channel, Delivery, Rota, Rule } from '../../../contract/shapes/alert.ts';
import { CONNECTIONS, LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { AlertsScreen } from './alerts-screen.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';

const SENT: Delivery = {
  id: 3,
  channel: 'ops',
  title: 'Archive is down',
  incident: 12,
  state: 'sent',
  attempts: 1,
  at: NOW - 4 * MINUTE_MS,
  triedAt: NOW - 4 * MINUTE_MS,
  error: null,
};
const FAILED: Delivery = {
  ...SENT,
  id: 2,
  channel: 'hook',
  state: 'failed',
  attempts: 5,
  error: 'The server answered 503.',
};
const TEST: Delivery = { ...SENT, id: 1, title: 'Test', incident: null, state: 'waiting' };

const blank = { enabled: true, lastDelivery: null, lastError: null };
export const CHANNELS: readonly Channel[] = [
  { ...blank, id: 'push', kind: 'push', name: 'Web push', target: '3 devices' },
  {
    ...{ ...blank, id: 'ops', kind: 'email', name: 'On call', target: 'ops@mesh.example' },
    ...{ host: 'smtp.mesh.example', port: 587, security: 'starttls', username: 'meridian' },
    ...{ from: 'meridian@mesh.example', to: ['ops@mesh.example'], hasPassword: true },
    lastDelivery: SENT,
  },
  {
    ...{ ...blank, id: 'hook', kind: 'webhook', name: 'Chat', target: 'hooks.slack.com' },
    ...{ template: 'slack', enabled: false, lastDelivery: FAILED },
    lastError: { at: NOW - 4 * MINUTE_MS, text: 'The server answered 503.' },
  },
];
export const SIGNED: Channel = {
  ...{ ...blank, id: 'json', kind: 'webhook', name: 'Ticket desk', target: 'desk.mesh.example' },
  ...{ template: 'json', hasSigningKey: true, oldSecretUntil: NOW + 60 * MINUTE_MS },
};
const LONG: Channel = {
  ...{ ...blank, id: 'long', kind: 'webhook', name: LONG_WORD, target: LONG_WORD },
  ...{ template: 'unheard-of', lastDelivery: { ...FAILED, title: LONG_TEXT } },
  lastError: { at: NOW, text: LONG_TEXT },
};

export const RULES: readonly Rule[] = [
  {
    ...{ id: 1, name: 'Platforms that are down', enabled: true, platforms: [], status: 'error' },
    ...{ afterSec: 0, repeatMin: null, recovered: true, quiet: null, channels: ['push'] },
  },
  {
    ...{ id: 2, name: 'Archive at night', enabled: false, platforms: ['archive'] },
    ...{ status: 'warning', afterSec: 300, repeatMin: 15, recovered: false },
    quiet: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' },
    channels: ['ops', 'hook'],
  },
  {
    ...{ id: 3, name: 'Certificates that expire', enabled: true, platforms: [] },
    ...{ about: 'certificate', status: 'warning', afterSec: 0, repeatMin: null },
    ...{ recovered: true, quiet: null, channels: ['ops'] },
  },
];

export const DUTY: Channel = {
  ...{ ...blank, id: 'duty', kind: 'push', name: 'Who is on duty', target: 'ada', devices: 1 },
  seenAt: NOW - 5 * MINUTE_MS,
};
export const STEPPED: Rule = {
  ...{ id: 4, name: 'At night', enabled: true, platforms: [], status: 'error', afterSec: 0 },
  ...{ repeatMin: null, recovered: true, quiet: null, channels: ['push'] },
  steps: [
    { afterMin: 5, channels: ['duty'] },
    { afterMin: 15, channels: ['ops', 'duty'] },
  ],
};

/** A server that knows steps answers one. */
export const NO_ROTA: Rota = {
  ...{ people: [], weekday: 1, time: '09:00', timeZone: 'UTC' },
  ...{ onDuty: null, next: null, swap: null },
};

const TIMES = { at: NOW - 2 * DAY_MS, dueAt: NOW - 2 * DAY_MS, endsAt: NOW, incident: null };
const cameAt = (at: number | null) => ({ token: '', at });
/** One was proven two days ago, of the other ada's e-mail did not come back, one was missed. */
export const PROVEN: readonly Rule[] = [
  {
    ...(RULES[0] as Rule),
    prove: { weekday: 1, time: '10:00', timeZone: 'Europe/Berlin' },
    proof: {
      ...{ ...TIMES, state: 'proven', text: '', provenAt: TIMES.at },
      ways: [{ channel: 'push', name: 'Web push of ada', ...cameAt(NOW) }],
    },
  },
  {
    ...{ ...STEPPED, id: 5, name: 'Nights', channels: ['ops'], steps: [] },
    prove: { weekday: 1, time: '10:00', timeZone: 'Europe/Berlin' },
    proof: {
      ...{ ...TIMES, state: 'failed', text: 'E-mail of ada did not come back' },
      provenAt: NOW - 9 * DAY_MS,
      ways: [{ channel: 'ops', name: 'E-mail of ada', ...cameAt(null) }],
    },
  },
  {
    ...{ ...STEPPED, id: 6, name: 'Tickets', channels: ['json'], steps: [] },
    prove: { weekday: 3, time: '10:00', timeZone: 'Europe/Berlin' },
    proof: {
      ...{ ...TIMES, state: 'missed', text: 'this node was off at the time' },
      ...{ provenAt: null, ways: [] },
    },
  },
];

interface Shown {
  channels?: readonly Channel[];
  rules?: readonly Rule[];
  deliveries?: readonly Delivery[];
}

/** No device, nobody on the rota, a channel in no rule, one that fails. */
const NOBODY: Shown = {
  channels: [
    { ...blank, id: 'push', kind: 'push', name: 'Web push', target: 'All devices', devices: 0 },
    { ...DUTY, target: 'Nobody who can be reached', devices: 0 },
    { ...SIGNED, hasSigningKey: false, oldSecretUntil: undefined },
    { ...(CHANNELS[2] as Channel), enabled: true },
  ],
  rules: [{ ...STEPPED, steps: [{ afterMin: 5, channels: ['duty', 'hook'] }] }],
};

const screen = (shown: Shown = {}, stand?: Stand) => (
  <Seeded
    entries={[
      ...known('alertChannels', shown.channels ?? CHANNELS, stand),
      ...known('alertRules', shown.rules ?? RULES, stand),
      ...known('alertDeliveries', shown.deliveries ?? [SENT, FAILED, TEST], stand),
      ...known('connections', CONNECTIONS),
    ]}
  >
    <AlertsScreen />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Alerts',
  alone: true,
  stories: {
    full: () => screen(),
    empty: () => screen({ channels: CHANNELS.slice(0, 1), rules: [], deliveries: [] }),
    'nobody is told': () => screen(NOBODY),
    loading: () => screen({}, 'loading'),
    failed: () => screen({}, 'failed'),
    'last known': () => screen({}, 'stale'),
    'a signed webhook': () => screen({ channels: [SIGNED] }),
    'long text': () => screen({ channels: [LONG] }),
    'a new channel': () => (
      <ChannelDialog opened hasTexts channel={undefined} rules={RULES} onClose={nothing} />
    ),
    'a changed channel': () => (
      <ChannelDialog opened hasTexts channel={CHANNELS[2]} rules={RULES} onClose={nothing} />
    ),
    'rules with steps': () => screen({ rules: [STEPPED, ...RULES], channels: [...CHANNELS, DUTY] }),
    'proven ways': () => screen({ rules: PROVEN, channels: [...CHANNELS, SIGNED] }),
    'a rule with steps': () => (
      <Seeded entries={known('rota', NO_ROTA)}>
        <RuleDialog
          opened
          rule={STEPPED}
          channels={[...CHANNELS, DUTY]}
          platforms={CONNECTIONS}
          onClose={nothing}
        />
      </Seeded>
    ),
    'a changed rule': () => (
      <RuleDialog
        opened
        rule={RULES[1]}
        channels={CHANNELS}
        platforms={CONNECTIONS}
        onClose={nothing}
      />
    ),
  },
};
