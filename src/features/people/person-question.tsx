import { useState } from 'react';
import type { Person } from '../../../contract/shapes/people.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { PeopleActions } from './use-people-actions.ts';

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
export type PersonQuestionKind = keyof typeof PERSON_QUESTIONS;

export interface PersonQuestion {
  readonly kind: PersonQuestionKind;
  readonly person: Person;
}

interface PersonQuestionDialogProps {
  /** undefined: nothing is asked. */
  question: PersonQuestion | undefined;
  actions: PeopleActions;
  onClose: () => void;
}

/** Asks, and does what was asked. */
export function PersonQuestionDialog({ question, actions, onClose }: PersonQuestionDialogProps) {
  // It keeps its text while it closes.
  const [last, setLast] = useState(question);
  if (question !== undefined && question !== last) setLast(question);
  if (last === undefined) return null;
  const { kind, person } = last;
  const { title, ...texts } = PERSON_QUESTIONS[kind];
  function confirm(): void {
    if (kind === 'disable') actions.disable(person.id, true);
    else actions[kind](person.id);
    onClose();
  }
  return (
    <ConfirmDialog
      {...texts}
      opened={question !== undefined}
      title={title(person.username)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
