import type { AnswerOf } from '../../../contract/calls.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import { useAction } from '../../client/actions.ts';

/** What can be done with one's own account. Those that return a promise reject with why the server refused. */
export interface AccountActions {
  /** Name of the call that is on its way, or the id of what it changes. */
  readonly busyWith: string | undefined;
  readonly changeEmail: (change: PayloadOf<'changeEmail'>) => Promise<unknown>;
  readonly changePassword: (change: PayloadOf<'changePassword'>) => Promise<unknown>;
  readonly endSession: (id: string) => void;
  readonly endSessions: () => Promise<unknown>;
  readonly setUpPasskey: () => Promise<AnswerOf<'passkeySetUp'>>;
  readonly addPasskey: (passkey: PayloadOf<'addPasskey'>) => Promise<AnswerOf<'addPasskey'>>;
  readonly removePasskey: (id: string) => void;
  readonly setUpCodes: () => Promise<AnswerOf<'codeSetUp'>>;
  readonly addCodes: (proof: PayloadOf<'addCodes'>) => Promise<AnswerOf<'addCodes'>>;
  readonly removeCodes: () => void;
  readonly makeRecoveryCodes: () => Promise<AnswerOf<'newRecoveryCodes'>>;
  readonly addToken: (token: PayloadOf<'addToken'>) => Promise<AnswerOf<'addToken'>>;
  readonly removeToken: (id: string) => void;
  readonly removeAccount: () => Promise<unknown>;
}

export function useAccountActions(): AccountActions {
  const changeEmail = useAction('changeEmail', { success: 'E-mail changed' });
  const changePassword = useAction('changePassword', {
    success: { title: 'Password changed', message: 'All other devices are signed out.' },
  });
  const endSession = useAction('endSession', {
    success: 'Device signed out',
    failure: 'The device could not be signed out',
  });
  const endSessions = useAction('endSessions', { failure: 'The devices could not be signed out' });
  const addToken = useAction('addToken');
  const removeToken = useAction('removeToken', {
    success: 'Token removed',
    failure: 'The token could not be removed',
  });
  const removeAccount = useAction('removeAccount', { success: 'Account deleted' });
  const { busyWith, ...secondFactor } = useSecondFactorActions();
  return {
    ...secondFactor,
    busyWith:
      busyWith ??
      [endSession, removeToken].find(({ isPending }) => isPending)?.variables?.params.id ??
      (endSessions.isPending ? 'endSessions' : undefined),
    changeEmail: changeEmail.mutateAsync,
    changePassword: changePassword.mutateAsync,
    endSession: (id) => endSession.mutate({ params: { id } }),
    endSessions: () => endSessions.mutateAsync(),
    addToken: addToken.mutateAsync,
    removeToken: (id) => removeToken.mutate({ params: { id } }),
    removeAccount: () => removeAccount.mutateAsync(),
  };
}

function useSecondFactorActions() {
  const passkeySetUp = useAction('passkeySetUp');
  const addPasskey = useAction('addPasskey', { success: 'Passkey added' });
  const removePasskey = useAction('removePasskey', {
    success: 'Passkey removed',
    failure: 'The passkey could not be removed',
  });
  const codeSetUp = useAction('codeSetUp', { failure: 'One-time codes cannot be set up now' });
  const addCodes = useAction('addCodes', { success: 'One-time codes are set up' });
  const removeCodes = useAction('removeCodes', {
    success: 'One-time codes removed',
    failure: 'The one-time codes could not be removed',
  });
  const newRecoveryCodes = useAction('newRecoveryCodes', {
    failure: 'New recovery codes could not be made',
  });
  const busy = Object.entries({ passkeySetUp, codeSetUp, removeCodes, newRecoveryCodes }).find(
    ([, { isPending }]) => isPending,
  );
  return {
    busyWith: removePasskey.isPending ? removePasskey.variables?.params.id : busy?.[0],
    setUpPasskey: () => passkeySetUp.mutateAsync(),
    addPasskey: addPasskey.mutateAsync,
    removePasskey: (id: string) => removePasskey.mutate({ params: { id } }),
    setUpCodes: () => codeSetUp.mutateAsync(),
    addCodes: addCodes.mutateAsync,
    removeCodes: () => removeCodes.mutate(),
    makeRecoveryCodes: () => newRecoveryCodes.mutateAsync(),
  };
}
