import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Commits } from '../database/journal.ts';

/**
 * The outcome of one attempt. failed: another attempt would not change it. later: it may. gone: there is nobody there any
 * more.
 */
export type Outcome =
  | { readonly state: 'sent'; readonly error?: string }
  | { readonly state: 'failed'; readonly error: string }
  | { readonly state: 'later'; readonly error: string; readonly waitMs?: number | undefined }
  | { readonly state: 'gone' };

/** Sends a message to a device. @param isLast there is no further attempt */
export type SendPush = (
  endpoint: string,
  message: PushMessage,
  options: {
    readonly isLast: boolean;
    readonly signal: AbortSignal;
    /** Of who sends: of calls, or of a term. */
    readonly journal: Commits;
  },
) => Promise<Outcome>;
