import { Badge, Button, EmptyState, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountDetails, ApiToken } from '../../../contract/shapes/people.ts';
import { momentText } from '../../shared/moment.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AccountPanel } from './account-panel.tsx';
import { TokenDialog } from './token-dialog.tsx';
import type { AccountActions } from './use-account-actions.ts';

interface TokensPanelProps {
  account: AccountDetails | undefined;
  actions: AccountActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The keys by which programs act for the account. */
export function TokensPanel({ account, actions, now }: TokensPanelProps) {
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<ApiToken>();
  return (
    <AccountPanel
      account={account}
      title="API tokens"
      description="For programs that call this server"
      room="6.5rem"
      actions={
        <Button
          leftSection={<IconKey size={18} />}
          disabled={account === undefined}
          onClick={() => setAdding(true)}
        >
          Add a token
        </Button>
      }
    >
      {({ tokens, role }) => (
        <>
          {tokens.length === 0 ? (
            <EmptyState title="No API tokens" icon={<IconKey />} />
          ) : (
            <Stack component="ul" gap="sm">
              {tokens.map((token) => (
                <TokenCard
                  key={token.id}
                  token={token}
                  isBusy={actions.busyWith === token.id}
                  onRemove={() => setRemoved(token)}
                  now={now}
                />
              ))}
            </Stack>
          )}
          <TokenDialog
            opened={adding}
            ownRole={role}
            onAdd={actions.addToken}
            onClose={() => setAdding(false)}
          />
          <ConfirmDialog
            opened={removed !== undefined}
            title={`Remove ${removed?.name ?? 'the token'}?`}
            text="Programs that use it are refused at once."
            confirm="Remove token"
            onConfirm={() => {
              if (removed) actions.removeToken(removed.id);
              setRemoved(undefined);
            }}
            onClose={() => setRemoved(undefined)}
          />
        </>
      )}
    </AccountPanel>
  );
}

interface TokenCardProps {
  token: ApiToken;
  isBusy: boolean;
  onRemove: () => void;
  now: number;
}

function TokenCard({ token, isBusy, onRemove, now }: TokenCardProps) {
  const { name, role, createdAt, expiresAt, lastUsedAt } = token;
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
        <Button size="xs" aria-label={`Remove ${name}`} loading={isBusy} onClick={onRemove}>
          Remove
        </Button>
      }
    >
      {isExpired ? 'Expired' : 'Expires'} {momentText(expiresAt)} ·{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          last used <TimeAgo span at={lastUsedAt} now={now} />
        </>
      )}{' '}
      · added {momentText(createdAt)}
    </ItemCard>
  );
}
