import type { PushMessage } from '../../contract/shapes/push.ts';

/** failed: another attempt would not change it. gone: there is nobody there any more. */
export type Outcome =
  | { readonly state: 'sent'; readonly error?: string }
  | { readonly state: 'failed'; readonly error: string }
  | { readonly state: 'later'; readonly error: string; readonly waitMs?: number | undefined }
  | { readonly state: 'gone' };

export type SendPush = (
  endpoint: string,
  message: PushMessage,
  options: { readonly isLast: boolean; readonly signal: AbortSignal },
) => Promise<Outcome>;
