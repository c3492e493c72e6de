import { Stack, Text } from '@mantine/core';
import type { ConnectionLabel } from '../../domain/connection-labels.ts';
import { ButtonPopover, type PopupProps } from '../../ui/popover.tsx';

export interface ConnectionPopoverProps {
  label: ConnectionLabel;
  word: string;
  /** Why the server serves nobody. */
  reason: string | undefined;
  /** The other connection, which the light never speaks for: the server to the platforms. */
  mesh: string;
}

const SENTENCES: Readonly<Record<ConnectionLabel, string>> = {
  connecting: 'Connecting to the server. Until then the last known data is shown.',
  live: 'Changes appear as they happen.',
  late: 'The next sign of life of the server is late.',
  silent: 'The server has not answered for too long. Reconnecting.',
  disconnected: 'The server cannot be reached. The last known data is shown.',
  refused: 'Your session has expired. Sign in to continue.',
  offline: 'This device has no network. The last known data is shown.',
};

/** What the light in the header means. */
export function ConnectionPopover(props: ConnectionPopoverProps & PopupProps) {
  const { label, word, reason, mesh, ...popup } = props;
  return (
    <ButtonPopover
      {...popup}
      position="bottom-end"
      width="20rem"
      dropdown={{ maw: 'calc(100vw - 1rem)' }}
    >
      <Stack gap="sm">
        <Line title="This screen to the server" text={`${word}. ${reason ?? SENTENCES[label]}`} />
        <Line title="The server to the platforms" text={mesh} />
      </Stack>
    </ButtonPopover>
  );
}

function Line({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      <Text size="sm">{text}</Text>
    </div>
  );
}
