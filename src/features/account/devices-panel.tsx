import { Badge, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { DeviceSession } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { useReadData } from '../../console/reads.ts';
import { unsentText } from '../../console/unsent.ts';
import { momentText } from '../../domain/moment.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AccountPanel } from './account-panel.tsx';

/**
 * Where the account is signed in.
 *
 * @param onSignedOut the session of this device was ended
 */
export function DevicesPanel({ onSignedOut }: { onSignedOut: () => void }) {
  const account = useReadData('account');
  /** What is said before all devices are signed out. */
  const [question, setQuestion] = useState<string>();
  const ending = useAction('endSessions', { failure: 'The devices could not be signed out' });
  function endAll(): void {
    setQuestion(undefined);
    // A refusal was said by a notice.
    ending.mutateAsync().then(onSignedOut, () => undefined);
  }
  return (
    <AccountPanel
      title="Devices signed in"
      room={{ base: '6rem', md: '4.75rem' }}
      actions={
        <Button
          disabled={account === undefined}
          loading={ending.isPending}
          onClick={() => setQuestion(everywhereText(account?.sessions.length ?? 0))}
        >
          Sign out everywhere
        </Button>
      }
    >
      {({ sessions }) => (
        <>
          <Stack component="ul" gap="sm">
            {sessions.map((session) => (
              <DeviceCard key={session.id} session={session} />
            ))}
          </Stack>
          <ConfirmDialog
            opened={question !== undefined}
            title="Sign out everywhere?"
            text={question ?? ''}
            confirm="Sign out everywhere"
            onConfirm={endAll}
            onClose={() => setQuestion(undefined)}
          />
        </>
      )}
    </AccountPanel>
  );
}

function everywhereText(count: number): string {
  const others =
    count > 1 ? `All ${count} devices are signed out, this one too` : 'This device is signed out';
  const text = `${others}, and live data stops at once. API tokens stay.`;
  return [text, unsentText()].filter(Boolean).join(' ');
}

function DeviceCard({ session }: { session: DeviceSession }) {
  const { id, browser, address, createdAt, lastSeenAt, current } = session;
  const { isPending, mutate: end } = useAction('endSession', {
    success: 'Device signed out',
    failure: 'The device could not be signed out',
  });
  return (
    <ItemCard
      name={browser}
      badges={current ? <Badge color="green">This device</Badge> : null}
      actions={
        current ? null : (
          <Button
            size="xs"
            aria-label={`Sign out ${browser}`}
            loading={isPending}
            onClick={() => end({ params: { id } })}
          >
            Sign out
          </Button>
        )
      }
    >
      {address} · last used <TimeAgo span at={lastSeenAt} /> · signed in {momentText(createdAt)}
    </ItemCard>
  );
}
