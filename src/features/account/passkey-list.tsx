import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import type { Passkey } from '../../../contract/shapes/people.ts';
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
        <Card key={passkey.id} component="li" aria-label={passkey.name} padding="sm">
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {passkey.name}
                </Text>
                <Badge color="gray">{passkey.synced ? 'Synced' : 'On one device'}</Badge>
              </Group>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                For {passkey.host} ·{' '}
                {passkey.lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <TimeAgo span at={passkey.lastUsedAt} now={now} />
                  </>
                )}
              </Text>
            </div>
            <Button
              size="xs"
              flex="none"
              aria-label={`Remove ${passkey.name}`}
              loading={busyWith === passkey.id}
              onClick={() => onRemove(passkey)}
            >
              Remove
            </Button>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}
