import type { LinkState } from '../api.ts';

/** The link before anything is known of it. */
export const NO_LINK: LinkState = {
  state: 'connecting',
  attempt: 0,
  nextTryAt: 0,
  liveMessageSeen: false,
  role: 'leading',
};
