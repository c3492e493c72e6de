import { Badge, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { AccountDetails, DeviceSession } from '../../../contract/shapes/people.ts';
import { momentText } from '../../shared/moment.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { unsentText } from '../auth/leave.tsx';
import { AccountPanel } from './account-panel.tsx';
import type { AccountActions } from './use-account-actions.ts';

interface DevicesPanelProps {
  account: AccountDetails | undefined;
  actions: AccountActions;
  /** The session of this device was ended. */
  onSignedOut: () => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Where the account is signed in. */
export function DevicesPanel({ account, actions, onSignedOut, now }: DevicesPanelProps) {
  /** What is said before all devices are signed out. */
  const [question, setQuestion] = useState<string>();
  function endAll(): void {
    setQuestion(undefined);
    // A refusal was said by a notice.
    actions.endSessions().then(onSignedOut, () => undefined);
  }
  return (
    <AccountPanel
      account={account}
      title="Devices signed in"
      room={{ base: '6rem', md: '4.75rem' }}
      actions={
        <Button
          disabled={account === undefined}
          loading={actions.busyWith === 'endSessions'}
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
              <DeviceCard key={session.id} session={session} actions={actions} now={now} />
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

interface DeviceCardProps extends Pick<DevicesPanelProps, 'actions' | 'now'> {
  session: DeviceSession;
}

function DeviceCard({ session, actions, now }: DeviceCardProps) {
  const { id, browser, address, createdAt, lastSeenAt, current } = session;
  return (
    <ItemCard
      name={browser}
      badges={current ? <Badge color="green">This device</Badge> : null}
      actions={
        current ? null : (
          <Button
            size="xs"
            aria-label={`Sign out ${browser}`}
            loading={actions.busyWith === id}
            onClick={() => actions.endSession(id)}
          >
            Sign out
          </Button>
        )
      }
    >
      {address} · last used <TimeAgo span at={lastSeenAt} now={now} /> · signed in{' '}
      {momentText(createdAt)}
    </ItemCard>
  );
}
