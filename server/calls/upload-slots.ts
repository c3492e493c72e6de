import { refuse } from '../http/refuse.ts';

/** How many uploads may be in progress at once; more are asked to come again. */
const AT_ONCE = { account: 4, together: 32 };
const RETRY_AFTER = { 'retry-after': '5' };

export interface UploadSlots {
  /** @returns what gives the place back. @throws Refusal 429 or 503 when there is none */
  enter(accountId: string): () => void;
}

export function createUploadSlots(): UploadSlots {
  const inProgress = new Map<string, number>();
  let together = 0;
  const count = (accountId: string) => inProgress.get(accountId) ?? 0;

  function leave(accountId: string): void {
    together -= 1;
    const left = count(accountId) - 1;
    if (left > 0) inProgress.set(accountId, left);
    else inProgress.delete(accountId);
  }

  return {
    enter(accountId) {
      if (count(accountId) >= AT_ONCE.account)
        throw refuse(429, 'You have several uploads in progress. Please wait.', RETRY_AFTER);
      if (together >= AT_ONCE.together)
        throw refuse(503, 'The server is busy with uploads. Please try again.', RETRY_AFTER);
      together += 1;
      inProgress.set(accountId, count(accountId) + 1);
      return () => leave(accountId);
    },
  };
}
