import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Notice, notify } from '../../console/notices.ts';
import type { Failure, Outcome } from '../../shared/outcome.ts';
import { type Account, callAccount } from './account-calls.ts';

interface AccountSubmit<Payload, Answer> {
  call: (account: Account, payload: Payload) => Promise<Outcome<Answer>>;
  failure: (failure: Failure) => Notice;
  success: (answer: Answer, payload: Payload) => Pick<Notice, 'title' | 'message'>;
  /** Where a success leads. */
  next: string;
}

/** Sends an account form, says how it ended, and leads on. */
export function useAccountSubmit<Payload, Answer>(form: AccountSubmit<Payload, Answer>) {
  const { call, failure, success, next } = form;
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function submit(payload: Payload): Promise<void> {
    setBusy(true);
    const outcome = await callAccount((account) => call(account, payload));
    setBusy(false);
    if (!outcome.ok) {
      notify(failure(outcome));
      return;
    }
    notify({ severity: 'success', ...success(outcome.data, payload) });
    router.history.push(next);
  }

  return { busy, submit };
}
