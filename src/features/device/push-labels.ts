import type { PushKind } from '../../../contract/limits.ts';
import type { PushStage, PushTest } from '../../shared/model.ts';

export const STAGE_TEXTS: Readonly<Record<PushStage, string>> = {
  looking: 'Checking this device…',
  insecure: 'Needs HTTPS: browsers allow notifications on secure pages only.',
  'home-screen':
    'Not available in a browser tab on this device. Add the console to the home screen (Share, then Add to Home Screen), open it from there, and turn notifications on.',
  browser: 'Not available: this browser has no notifications.',
  starting: 'Not ready yet: this device is still being set up. Open this again in a moment.',
  blocked:
    'Blocked on this device. Allow notifications for this site in the browser, or in the device settings for an installed app. Then open this again.',
  without: 'Not available: this server sends no notifications.',
  off: 'Off. Turn on to get alerts even when the console is closed.',
  on: 'On. This device gets alerts even when the console is closed.',
};

export const KIND_LABELS: Readonly<Record<PushKind, string>> = {
  down: 'A platform goes down',
  back: 'A platform comes back',
  proof: 'A platform fails its proof',
  deploy: 'A deployment fails',
  validation: 'A bundle fails its checks',
};

const SECOND_MS = 1000;

export function testText(test: PushTest): string {
  switch (test.stage) {
    case 'none':
      return '';
    case 'sending':
      return 'The server is sending it.';
    case 'waiting':
      return 'Sent. Waiting for it to arrive.';
    case 'arrived':
      return `Arrived after ${(test.afterMs / SECOND_MS).toFixed(1)} s.`;
    case 'missing':
      return 'It did not arrive within 30 s. The push service accepted it, but this device did not get it. It may be saving power, or its network blocks notifications.';
    case 'failed':
      return `Not sent. ${test.text}`;
  }
}

export const REACH_LABELS = {
  untried: 'Not tried yet',
  reached: 'Reached',
  unreachable: 'The server cannot reach it',
} as const;
