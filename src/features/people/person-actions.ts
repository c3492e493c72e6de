import type { Person } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';

interface QuestionText {
  readonly title: (username: string) => string;
  readonly text: string;
  /** Of the button, and of the menu that leads to the question. */
  readonly confirm: string;
}

/** What is asked before something is done to a person. */
export const PERSON_QUESTIONS = {
  signOut: {
    title: (username) => `Sign out ${username} everywhere?`,
    text: 'Live data stops at once on all their devices. They can sign in again. API tokens stay.',
    confirm: 'Sign out everywhere',
  },
  removeSecondFactor: {
    title: (username) => `Remove the second factor of ${username}?`,
    text: 'For somebody who lost their device: passkeys, one-time codes and recovery codes are deleted, and all devices are signed out. From then on the password alone signs in.',
    confirm: 'Remove second factor',
  },
  disable: {
    title: (username) => `Disable the account of ${username}?`,
    text: 'All devices are signed out, API tokens are refused, and nobody can sign in with it until it is enabled again. Nothing is deleted.',
    confirm: 'Disable account',
  },
  remove: {
    title: (username) => `Delete the account of ${username}?`,
    text: 'E-mail, password, second factor, devices and API tokens are deleted. Bundles and activity stay, with the name, which nobody else can take. This cannot be undone.',
    confirm: 'Delete account',
  },
} as const satisfies Record<string, QuestionText>;
export type PersonQuestion = keyof typeof PERSON_QUESTIONS;

export interface PersonActions extends Record<PersonQuestion | 'enable', () => void> {
  /** Whether one of them is on its way. */
  readonly isPending: boolean;
}

/** @returns the server's own sentence, which names the person */
export const serverSentence = ({ message }: { message?: unknown }) => String(message ?? 'Done');

/** What an admin can do about a person, each with its notice. */
export function usePersonActions({ id }: Pick<Person, 'id'>): PersonActions {
  const noticesOf = (failure: string) => ({ success: serverSentence, failure });
  const signOut = useAction('endPersonSessions', noticesOf('Nobody was signed out'));
  const factor = useAction('removeSecondFactor', noticesOf('The second factor was not removed'));
  const change = useAction('changePerson', noticesOf('The account was not changed'));
  const remove = useAction('removePerson', noticesOf('The account was not deleted'));
  const params = { id };
  return {
    isPending: [signOut, factor, change, remove].some((action) => action.isPending),
    signOut: () => signOut.mutate({ params }),
    removeSecondFactor: () => factor.mutate({ params }),
    disable: () => change.mutate({ params, disabled: true }),
    enable: () => change.mutate({ params, disabled: false }),
    remove: () => remove.mutate({ params }),
  };
}
