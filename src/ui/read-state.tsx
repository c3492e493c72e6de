import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import type { DataRead, ReadState } from '../shared/model.ts';
import { EmptyState } from './empty-state.tsx';
import { TimeAgo } from './time-ago.tsx';

export type { DataRead, ReadState };

/** @returns the worst that is true of the read; undefined while it is fresh or has not come yet */
export function readTrouble(read: ReadState): 'failed' | 'stale' | 'unknown' | undefined {
  if (read.failure) return 'failed';
  if (read.at === undefined || read.age === 'fresh') return undefined;
  return read.age;
}

const TROUBLE_TEXTS = {
  stale: 'Last known',
  unknown: 'UNKNOWN now',
} as const;

interface ReadNoteProps {
  read: ReadState;
  /** Said when it could not be read again. */
  failed?: string;
  /** Server time now, epoch milliseconds; left out: the console's own clock. */
  now?: number | undefined;
}

/** One line that says why the data may no longer be true, and how old it is. Empty while it is fresh. */
export function ReadNote({ read, failed = 'Could not refresh', now }: ReadNoteProps) {
  const trouble = readTrouble(read);
  if (!trouble) return null;
  const Icon = trouble === 'failed' ? IconAlertTriangle : IconClockExclamation;
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      c={trouble === 'failed' ? 'var(--mantine-color-yellow-text)' : 'dimmed'}
    >
      <Icon size={16} aria-hidden="true" style={{ flex: 'none' }} />
      <Text span size="sm">
        {trouble === 'failed' ? `${failed}: ${failureText(read)}` : TROUBLE_TEXTS[trouble]}
        {read.at === undefined ? null : (
          <>
            {trouble === 'failed' ? '. Data from ' : ', '}
            <TimeAgo at={read.at} now={now} {...(trouble !== 'failed' && { prefix: 'as of' })} />
          </>
        )}
      </Text>
    </Group>
  );
}

function failureText({ failure }: ReadState): string {
  return (failure?.userMessage ?? failure?.message ?? '').replace(/\.$/, '');
}

interface ReadFailedProps {
  /** What could not be read, as a sentence. */
  text: string;
  failure: ReadState['failure'];
}

/** What a panel shows when its read failed and there is nothing older to show. */
export function ReadFailed({ text, failure }: ReadFailedProps) {
  return (
    <EmptyState
      role="alert"
      title={text}
      description={failure?.userMessage ?? failure?.message}
      icon={<IconPlugConnectedX />}
    />
  );
}
