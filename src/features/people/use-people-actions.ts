import type { AnswerOf } from '../../../contract/calls.ts';
import type { Role } from '../../../contract/roles.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import { useAction } from '../../client/actions.ts';

/** What an admin can do about people. Those that return a promise reject with why the server refused. */
export interface PeopleActions {
  /** Id of the person or invitation that is being changed. */
  readonly busyWith: string | undefined;
  readonly changeRole: (id: string, role: Role) => Promise<unknown>;
  readonly disable: (id: string, disabled: boolean) => void;
  readonly signOut: (id: string) => void;
  readonly removeSecondFactor: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly invite: (payload: PayloadOf<'addInvitation'>) => Promise<AnswerOf<'addInvitation'>>;
  readonly revoke: (id: string) => void;
  readonly saveSettings: (payload: PayloadOf<'changeAccessSettings'>) => Promise<unknown>;
}

/** The server's own sentence is the title: it names the person. */
const said = ({ message }: { message?: unknown }) => String(message ?? 'Done');

export function usePeopleActions(): PeopleActions {
  const role = useAction('changePerson', { success: said });
  const disable = useAction('changePerson', {
    success: said,
    failure: 'The account was not changed',
  });
  const signOut = useAction('endPersonSessions', {
    success: said,
    failure: 'Nobody was signed out',
  });
  const factor = useAction('removeSecondFactor', {
    success: said,
    failure: 'The second factor was not removed',
  });
  const remove = useAction('removePerson', {
    success: said,
    failure: 'The account was not deleted',
  });
  const invite = useAction('addInvitation');
  const revoke = useAction('removeInvitation', {
    success: said,
    failure: 'The invitation was not revoked',
  });
  const settings = useAction('changeAccessSettings', { success: 'Access settings saved' });
  return {
    busyWith: [disable, signOut, factor, remove, revoke].find(({ isPending }) => isPending)
      ?.variables?.params.id,
    changeRole: (id, next) => role.mutateAsync({ params: { id }, role: next }),
    disable: (id, disabled) => disable.mutate({ params: { id }, disabled }),
    signOut: (id) => signOut.mutate({ params: { id } }),
    removeSecondFactor: (id) => factor.mutate({ params: { id } }),
    remove: (id) => remove.mutate({ params: { id } }),
    invite: invite.mutateAsync,
    revoke: (id) => revoke.mutate({ params: { id } }),
    saveSettings: settings.mutateAsync,
  };
}
