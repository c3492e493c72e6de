import { Badge, Button, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { API_REFERENCE_PATH } from '../../../contract/paths.ts';
import type { ApiToken } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { useReadData } from '../../console/reads.ts';
import { momentText } from '../../domain/moment.ts';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AccountPanel } from './account-panel.tsx';
import { TokenDialog } from './token-dialog.tsx';

/** The keys by which programs act for the account. */
export function TokensPanel() {
  const [adding, setAdding] = useState(false);
  const isKnown = useReadData('account') !== undefined;
  const now = useServerNow();
  return (
    <AccountPanel
      title="API tokens"
      description="For programs that call this server"
      room="6.5rem"
      actions={
        <Group gap="xs">
          <Button component="a" href={API_REFERENCE_PATH} target="_blank">
            API reference
          </Button>
          <Button
            leftSection={<IconKey size={18} />}
            disabled={!isKnown}
            onClick={() => setAdding(true)}
          >
            Add a token
          </Button>
        </Group>
      }
    >
      {({ tokens, role }) => (
        <>
          {tokens.length === 0 ? (
            <EmptyState
              title="No API tokens"
              description="A token lets a script call this server as you."
              icon={<IconKey />}
            />
          ) : (
            <Stack component="ul" gap="sm">
              {tokens.map((token) => (
                <TokenCard key={token.id} token={token} now={now} />
              ))}
            </Stack>
          )}
          <TokenDialog opened={adding} ownRole={role} onClose={() => setAdding(false)} />
        </>
      )}
    </AccountPanel>
  );
}

function TokenCard({ token, now }: { token: ApiToken; now: number }) {
  const { id, name, role, createdAt, expiresAt, lastUsedAt } = token;
  const { isPending, mutate: remove } = useAction('removeToken', {
    success: 'Token removed',
    failure: 'The token could not be removed',
  });
  const isExpired = expiresAt <= now;
  return (
    <ItemCard
      name={name}
      badges={
        <>
          <Badge>{role}</Badge>
          {isExpired ? <Badge color="red">Expired</Badge> : null}
        </>
      }
      actions={
        <ConfirmButton
          size="xs"
          aria-label={`Remove ${name}`}
          loading={isPending}
          question={{
            title: `Remove ${name}?`,
            text: 'Programs that use it are refused at once.',
            confirm: 'Remove token',
          }}
          onConfirm={() => remove({ params: { id } })}
        >
          Remove
        </ConfirmButton>
      }
    >
      {isExpired ? 'Expired' : 'Expires'} {momentText(expiresAt)} ·{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          last used <TimeAgo span at={lastUsedAt} />
        </>
      )}{' '}
      · added {momentText(createdAt)}
    </ItemCard>
  );
}
