import { Badge, Stack, Text } from '@mantine/core';
import type { Passkey } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None yet. A passkey signs in by fingerprint, face, PIN or security key, and cannot be given
        to a false page.
      </Text>
    );
  return (
    <Stack component="ul" gap="sm">
      {passkeys.map((passkey) => (
        <PasskeyCard key={passkey.id} passkey={passkey} />
      ))}
    </Stack>
  );
}

function PasskeyCard({ passkey }: { passkey: Passkey }) {
  const { id, name, synced, host, lastUsedAt } = passkey;
  const { isPending, mutate: remove } = useAction('removePasskey', {
    success: 'Passkey removed',
    failure: 'The passkey could not be removed',
  });
  return (
    <ItemCard
      name={name}
      badges={<Badge color="gray">{synced ? 'Synced' : 'On one device'}</Badge>}
      actions={
        <ConfirmButton
          size="xs"
          aria-label={`Remove ${name}`}
          loading={isPending}
          question={{
            title: `Remove ${name}?`,
            text: 'It no longer signs in here. Delete it on your device, too, where it would still be offered.',
            confirm: 'Remove passkey',
          }}
          onConfirm={() => remove({ params: { id } })}
        >
          Remove
        </ConfirmButton>
      }
    >
      For {host} ·{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          last used <TimeAgo span at={lastUsedAt} />
        </>
      )}
    </ItemCard>
  );
}
