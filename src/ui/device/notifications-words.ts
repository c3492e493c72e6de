import type { PushKind } from '../../../contract/shapes/push.ts';

/** How things are with the notifications of this device. */
export type NotificationsStage =
  | 'looking'
  | 'insecure'
  | 'home-screen'
  | 'browser'
  | 'starting'
  | 'blocked'
  | 'without'
  | 'off'
  | 'on';

export type TestStage =
  | { readonly stage: 'none' | 'sending' | 'waiting' | 'missing' }
  | { readonly stage: 'arrived'; readonly afterMs: number }
  | { readonly stage: 'failed'; readonly text: string };

/** Whether the server could reach a push service when it last tried. */
export type ServerReach = 'untried' | 'reached' | 'unreachable';

export const STAGE_WORDS: Readonly<Record<NotificationsStage, string>> = {
  looking: 'Looking how things are.',
  insecure:
    'Not possible here: this page was opened without HTTPS, and browsers allow notifications on secure pages alone.',
  'home-screen':
    'Not possible in a browser tab on this device. Add the console to the home screen (Share, then Add to Home Screen), open it from there, and turn notifications on.',
  browser: 'Not possible here: this browser has no notifications.',
  starting:
    'Not possible yet: the part of the console that shows notifications is still being set up on this device. Open this again in a moment.',
  blocked:
    'Blocked on this device. Allow notifications for this site: in a browser by the sign beside the address, for an installed app in the settings of the device. Then open this again.',
  without: 'Not possible: this server sends no notifications.',
  off: 'Off. Once on, this device is told of trouble also while the console is closed.',
  on: 'On. This device is told of what is chosen here, also while the console is closed.',
};

export const KIND_WORDS: Readonly<Record<PushKind, string>> = {
  down: 'A platform goes down',
  back: 'A platform comes back',
  proof: 'A platform fails its proof',
  deploy: 'A deployment fails',
};

const SECOND_MS = 1000;

export function testWords(test: TestStage): string {
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
      return 'It did not arrive within 30 s. The push service took it, but this device did not get it: it may be saving power, or behind a network that blocks notifications.';
    case 'failed':
      return `Not sent. ${test.text}`;
  }
}

export const REACH_WORDS: Readonly<Record<ServerReach, string>> = {
  untried: 'Not tried yet',
  reached: 'Reached',
  unreachable: 'Cannot be reached from the server',
};
