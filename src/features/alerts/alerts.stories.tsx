import type { Channel, Delivery, Rule } from '../../../contract/shapes/alert.ts';
import { LONG_TEXT, LONG_WORD, NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { AlertsView } from './alerts-screen.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';

const MINUTE_MS = 60_000;

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
];
const PLATFORMS = [
  { id: 'forge', name: 'Forge' },
  { id: 'archive', name: 'Archive' },
];

const saved = async () => undefined;
const actions = {
  ...{ busyWith: undefined, testing: undefined, saveChannel: saved, saveRule: saved },
  ...{ removeChannel: nothing, testChannel: nothing, removeRule: nothing },
};

type Props = Parameters<typeof AlertsView>[0];

const screen = (more: Partial<Props> = {}) => (
  <AlertsView
    channels={{ ...READINGS.fresh, data: CHANNELS }}
    rules={{ ...READINGS.fresh, data: RULES }}
    deliveries={{ ...READINGS.fresh, data: [SENT, FAILED, TEST] }}
    platforms={PLATFORMS}
    actions={actions}
    now={NOW}
    {...more}
  />
);

const failed = { ...READINGS.failed, data: undefined };
const loading = { ...READINGS.loading, data: undefined };

export const stories: StorySet = {
  title: 'Alerts',
  alone: true,
  stories: {
    full: () => screen(),
    empty: () =>
      screen({
        channels: { ...READINGS.fresh, data: CHANNELS.slice(0, 1) },
        rules: { ...READINGS.fresh, data: [] },
        deliveries: { ...READINGS.fresh, data: [] },
      }),
    loading: () => screen({ channels: loading, rules: loading, deliveries: loading }),
    failed: () => screen({ channels: failed, rules: failed, deliveries: failed }),
    'last known': () => screen({ channels: { ...READINGS.stale, data: CHANNELS } }),
    'long text': () => screen({ channels: { ...READINGS.fresh, data: [LONG] } }),
    'a test under way': () => screen({ actions: { ...actions, testing: 'ops' } }),
    'a new channel': () => (
      <ChannelDialog opened channel={undefined} onSave={saved} onClose={nothing} />
    ),
    'a changed channel': () => (
      <ChannelDialog opened channel={CHANNELS[2]} onSave={saved} onClose={nothing} />
    ),
    'a changed rule': () => (
      <RuleDialog
        opened
        rule={RULES[1]}
        channels={CHANNELS}
        platforms={PLATFORMS}
        onSave={saved}
        onClose={nothing}
      />
    ),
  },
};
