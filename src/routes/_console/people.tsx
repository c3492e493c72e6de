import { createFileRoute } from '@tanstack/react-router';
import { PeopleScreen } from '../../features/people/people-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/people')({ component: PeoplePage });

function PeoplePage() {
  usePage(titleOf('/people'), 'Who may sign in, with which role, and invitations.');
  return <PeopleScreen />;
}
