import { Badge, Button, Stack, Text } from '@mantine/core';
import type { Passkey } from '../../../contract/shapes/people.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** Id of the one that is being removed. */
  busyWith: string | undefined;
  onRemove: (passkey: Passkey) => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

export function PasskeyList({ passkeys, busyWith, onRemove, now }: PasskeyListProps) {
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
        <ItemCard
          key={passkey.id}
          name={passkey.name}
          badges={<Badge color="gray">{passkey.synced ? 'Synced' : 'On one device'}</Badge>}
          actions={
            <Button
              size="xs"
              aria-label={`Remove ${passkey.name}`}
              loading={busyWith === passkey.id}
              onClick={() => onRemove(passkey)}
            >
              Remove
            </Button>
          }
        >
          For {passkey.host} ·{' '}
          {passkey.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <TimeAgo span at={passkey.lastUsedAt} now={now} />
            </>
          )}
        </ItemCard>
      ))}
    </Stack>
  );
}
