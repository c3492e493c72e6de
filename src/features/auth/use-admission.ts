import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { RegistrationPayload } from '../../../contract/sent/account.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { notify } from '../../console/notices.ts';
import { momentText } from '../../domain/moment.ts';
import { callAccount, signUpFailure } from './account-calls.ts';
import { HOME } from './redirect.ts';
import { readSignInOptions } from './sign-in-options.ts';

/** Who may make an account here, as far as the server says. */
interface Admission {
  /** Stands in place of the page's introduction. */
  readonly note?: string;
  /** Nobody can sign up now; the note says why. */
  readonly isClosed?: boolean;
  /** The secret that goes with the new account. */
  readonly invitation?: string;
}

/** @param secret of the invitation in the page's address */
export function useAdmission(secret: string | undefined): Admission {
  const [admission, setAdmission] = useState<Admission>(() =>
    secret ? { invitation: secret } : {},
  );
  useEffect(() => {
    let isCurrent = true;
    void admissionOf(secret).then((found) => isCurrent && setAdmission(found));
    return () => {
      isCurrent = false;
    };
  }, [secret]);
  return admission;
}

async function admissionOf(secret: string | undefined): Promise<Admission> {
  const options = await readSignInOptions();
  if (secret === undefined) return admissionWithout(options);
  const outcome = await callAccount((account) => account.checkInvitation(secret));
  if (outcome.ok) {
    const { role, expiresAt } = outcome.data;
    const note = `You are invited as ${role}. Sign up before ${momentText(expiresAt)}.`;
    return { note, invitation: secret };
  }
  // A server without invitations is sent what the specification says.
  if (outcome.status === 404) return admissionWithout(options);
  // What could not be asked now, the server says when the form is sent.
  if (outcome.status !== GONE) return { invitation: secret };
  const isOpen = options?.registration === 'open';
  const way = isOpen ? 'You can sign up without it.' : 'Ask an admin for a new one.';
  return { note: `This invitation was used or has expired. ${way}`, isClosed: !isOpen };
}

const GONE = 410;

function admissionWithout(options: SignInOptions | undefined): Admission {
  if (options?.registration === 'invite')
    return { note: 'Signing up here needs an invitation. Ask an admin for one.', isClosed: true };
  if (options?.registration === 'closed')
    return {
      note: 'Registration is closed on this server. Ask an admin for an account.',
      isClosed: true,
    };
  return options?.firstAccount
    ? { note: 'The first account of this server becomes its admin.' }
    : {};
}

/**
 * Sends the form of a new account, says how it ended, and leads on.
 *
 * @param secret of the invitation in the page's address
 */
export function useSignUp(secret: string | undefined) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function signUp(payload: RegistrationPayload): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const outcome = await callAccount((account) => account.register(payload));
    setBusy(false);
    if (!outcome.ok) {
      const refused = signUpFailure(outcome);
      setProblem(refused.message);
      return notify(refused);
    }
    // Used: neither the address nor the browser's history keeps the secret.
    if (secret !== undefined) history.replaceState(history.state, '', location.pathname);
    const { message, user } = outcome.data;
    notify({
      title: 'Account Created!',
      message: message || `Welcome, ${user?.username ?? payload.username}`,
      severity: 'success',
    });
    router.history.push(HOME);
  }

  return { busy, problem, signUp };
}
