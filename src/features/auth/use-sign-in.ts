import { useState } from 'react';
import type { LoginPayload } from '../../../contract/sent/account.ts';
import type { SignInAnswer } from '../../../contract/shapes/account.ts';
import type { SecondFactors } from '../../../contract/shapes/people.ts';
import { type Notice, notify } from '../../console/notices.ts';
import { answerOf, type Failure, messageOf, type Outcome } from '../../shared/outcome.ts';
import { type Account, callAccount, signInFailure } from './account-calls.ts';
import type { IdentityProof } from './identity-form.tsx';

export type SignIn = ReturnType<typeof useSignIn>;

/**
 * A sign-in that is under way: by a password, by a second factor after it, or by a passkey alone.
 *
 * @param onSignedIn leads on; the markers are set
 */
export function useSignIn(onSignedIn: () => unknown) {
  const [busy, setBusy] = useState(false);
  const [factors, setFactors] = useState<SecondFactors>();
  const [problem, setProblem] = useState<string>();

  function refuse(notice: Notice): void {
    setProblem(notice.message);
    notify(notice);
  }

  async function attempt(
    call: (account: Account) => Promise<Outcome<SignInAnswer>>,
  ): Promise<Failure | undefined> {
    setBusy(true);
    setProblem(undefined);
    const outcome = await callAccount(call);
    setBusy(false);
    if (!outcome.ok) return outcome;
    await onSignedIn();
    return undefined;
  }

  return {
    busy,
    /** Why the last try failed, as its toast has said. */
    problem,
    /** The password was right, and one of these has to follow. */
    factors,
    async submit(payload: LoginPayload): Promise<void> {
      const failure = await attempt((account) => account.signIn(payload));
      const asked = failure && secondFactorsOf(failure);
      if (asked) setFactors(asked);
      else if (failure) refuse(signInFailure(failure));
    },
    /** Without a password. */
    async byPasskey(): Promise<void> {
      const failure = await attempt(signInByPasskey);
      if (failure) notify(passkeyFailure(failure));
    },
    /** @returns why it did not count, as a sentence */
    async sendFactor(proof: IdentityProof): Promise<string | undefined> {
      const failure = await attempt((account) => sendFactor(account, proof));
      if (failure === undefined) return undefined;
      const text = signInFailure(failure).message;
      if (failure.status !== 401 || secondFactorsOf(failure)) return text;
      setFactors(undefined);
      refuse({ title: 'Sign in again', message: text, severity: 'warning' });
      return undefined;
    },
    /** To the password. */
    back: () => setFactors(undefined),
  };
}

function sendFactor(account: Account, proof: IdentityProof): Promise<Outcome<SignInAnswer>> {
  if (proof.way === 'passkey') return signInByPasskey(account);
  const kind = proof.way === 'recovery' ? 'recovery' : 'code';
  return account.sendSecondFactor({ kind, code: proof.text });
}

async function signInByPasskey(account: Account): Promise<Outcome<SignInAnswer>> {
  const challenge = account.passkeyChallenge();
  const { provePasskey } = await import('../../console/passkeys.ts');
  return provePasskey(challenge, account.signInWithPasskey);
}

/** Who refused at the authenticator knows that: no error. */
function passkeyFailure(failure: Failure): Notice {
  const notice = signInFailure(failure);
  return failure.status === 0 && messageOf(failure) ? { ...notice, severity: 'warning' } : notice;
}

/** @returns which second factors a refused sign-in asks for */
function secondFactorsOf(failure: Failure): SecondFactors | undefined {
  const asked = failure.status === 401 ? answerOf(failure).secondFactor : undefined;
  return typeof asked === 'object' ? (asked as SecondFactors) : undefined;
}
