import { Badge, Button, EmptyState, Stack } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccessSettings, Invitation } from '../../../contract/shapes/people.ts';
import { momentText } from '../../shared/moment.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import type { PeopleActions } from './use-people-actions.ts';

interface InvitationsPanelProps {
  invitations: DataRead<readonly Invitation[]>;
  /** undefined: not read yet. */
  registration: AccessSettings['registration'] | undefined;
  actions: PeopleActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Who is invited, and what became of it. */
export function InvitationsPanel(props: InvitationsPanelProps) {
  const { invitations, registration, actions, now } = props;
  const [inviting, setInviting] = useState(false);
  const isClosed = registration === 'closed';
  return (
    <ReadPanel
      title="Invitations"
      description={
        isClosed
          ? 'Registration is closed: nobody can sign up, with an invitation either'
          : 'Each signs up one person, once'
      }
      actions={
        <Button
          leftSection={<IconMailPlus size={18} />}
          disabled={isClosed}
          onClick={() => setInviting(true)}
        >
          Invite somebody
        </Button>
      }
      read={invitations}
      failed="The invitations could not be read"
      room="9rem"
      lines={2}
      now={now}
    >
      {(list) => (
        <>
          <Stack component="ul" gap="sm">
            {list.map((invitation) => (
              <InvitationCard
                key={invitation.id}
                invitation={invitation}
                isBusy={actions.busyWith === invitation.id}
                onRevoke={() => actions.revoke(invitation.id)}
                now={now}
              />
            ))}
          </Stack>
          {list.length === 0 ? (
            <EmptyState title="Nobody is invited" icon={<IconMailPlus />} />
          ) : null}
          <InvitationDialog
            opened={inviting}
            onInvite={actions.invite}
            onClose={() => setInviting(false)}
          />
        </>
      )}
    </ReadPanel>
  );
}

interface InvitationCardProps {
  invitation: Invitation;
  isBusy: boolean;
  onRevoke: () => void;
  now: number;
}

function InvitationCard({ invitation, isBusy, onRevoke, now }: InvitationCardProps) {
  const { role, note, createdBy, createdAt, expiresAt, usedBy, usedAt } = invitation;
  const isOpen = usedAt === null && expiresAt > now;
  const name = note || `Invitation of ${momentText(createdAt)}`;
  return (
    <ItemCard
      name={name}
      badges={
        <>
          <Badge>{role}</Badge>
          {isOpen ? <Badge color="green">Open</Badge> : null}
        </>
      }
      actions={
        isOpen ? (
          <Button size="xs" aria-label={`Revoke ${name}`} loading={isBusy} onClick={onRevoke}>
            Revoke
          </Button>
        ) : null
      }
    >
      {usedAt === null ? (
        <>
          {isOpen ? 'Valid until' : 'Expired'} {momentText(expiresAt)}
        </>
      ) : (
        <>
          Used by {usedBy} <TimeAgo span at={usedAt} now={now} />
        </>
      )}{' '}
      · by {createdBy}
    </ItemCard>
  );
}
