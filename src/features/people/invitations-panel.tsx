import { Badge, Button, Stack } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Invitation } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { momentText } from '../../domain/moment.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { serverSentence } from './person-actions.ts';

/** Who is invited, and what became of it. */
export function InvitationsPanel() {
  const invitations = useRead('invitations');
  const isClosed = useReadData('accessSettings')?.registration === 'closed';
  const now = useServerNow();
  const [inviting, setInviting] = useState(false);
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
    >
      {(list) => (
        <>
          <Stack component="ul" gap="sm">
            {list.map((invitation) => (
              <InvitationCard key={invitation.id} invitation={invitation} now={now} />
            ))}
          </Stack>
          {list.length === 0 ? (
            <EmptyState
              title="Nobody is invited"
              description="An invitation is a link with which somebody makes an account."
              icon={<IconMailPlus />}
            />
          ) : null}
          <InvitationDialog opened={inviting} onClose={() => setInviting(false)} />
        </>
      )}
    </ReadPanel>
  );
}

function InvitationCard({ invitation, now }: { invitation: Invitation; now: number }) {
  const { isPending, mutate: revoke } = useAction('removeInvitation', {
    success: serverSentence,
    failure: 'The invitation was not revoked',
  });
  const { id, role, note, createdBy, createdAt, expiresAt, usedBy, usedAt } = invitation;
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
          <Button
            size="xs"
            aria-label={`Revoke ${name}`}
            loading={isPending}
            onClick={() => revoke({ params: { id } })}
          >
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
          Used by {usedBy} <TimeAgo span at={usedAt} />
        </>
      )}{' '}
      · by {createdBy}
    </ItemCard>
  );
}
