import type { Tone } from '../tone/tone.ts';

export type LinkStateName = 'connecting' | 'live' | 'elsewhere' | 'silent' | 'refused' | 'offline';

/** How each state of this screen's link to the server reads: in a word, and in a sentence. */
export const LINK_WORDS: Record<LinkStateName, { word: string; tone: Tone; sentence: string }> = {
  connecting: {
    word: 'Connecting',
    tone: 'info',
    sentence: 'This screen is looking for the server. What it shows is the last that it knew.',
  },
  live: {
    word: 'Live',
    tone: 'good',
    sentence: 'The server tells this screen of every change as it happens.',
  },
  elsewhere: {
    word: 'Live',
    tone: 'good',
    sentence: 'Live through another tab, which tells this one of every change as it happens.',
  },
  silent: {
    word: 'Silent',
    tone: 'warn',
    sentence: 'The server has not been heard for too long. The link is being made anew.',
  },
  refused: {
    word: 'Signed out',
    tone: 'bad',
    sentence: 'The session has ended. Sign in again to go on; what is shown is from before.',
  },
  offline: {
    word: 'Offline',
    tone: 'warn',
    sentence: 'This device has no network. What is shown is the last that it knew.',
  },
};
