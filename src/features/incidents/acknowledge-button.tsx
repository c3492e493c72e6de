import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { type Acknowledging, useAcknowledge } from './use-acknowledge.ts';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);
const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

interface AcknowledgeButtonProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
}

/** Takes an open incident on with one press, or gives it back. */
export function AcknowledgeButton({ incident, title }: AcknowledgeButtonProps) {
  const acknowledging = useAcknowledge(incident, title);
  if (incident.endedAt !== null) return null;
  return <AcknowledgeControls incident={incident} title={title} {...acknowledging} />;
}

/** The buttons of an open incident, by who is on it. */
export function AcknowledgeControls(props: AcknowledgeButtonProps & Acknowledging) {
  const { incident, title, account, isWaiting, busy, onRelease, onTakeBack } = props;
  const by = incident.acknowledgement?.by;
  if (isWaiting)
    return (
      <Group gap="xs">
        <Text span size="sm" c="yellow" role="status">
          Waiting to be sent
        </Text>
        <Button size="xs" aria-label={`Take back: ${title}`} onClick={onTakeBack}>
          Take back
        </Button>
      </Group>
    );
  if (by === account)
    return (
      <Button size="xs" loading={busy} aria-label={`Release: ${title}`} onClick={onRelease}>
        Release
      </Button>
    );
  return by === undefined ? <TakeOn {...props} /> : <TakeOver {...props} by={by} />;
}

function TakeOn({ title, busy, onAcknowledge }: AcknowledgeButtonProps & Acknowledging) {
  const [isNoting, setNoting] = useState(false);
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Button
          size="xs"
          variant="filled"
          loading={busy}
          aria-label={`I am on it: ${title}`}
          onClick={() => onAcknowledge('')}
        >
          I am on it
        </Button>
        <ActionIcon
          size="md"
          disabled={busy}
          aria-label={`I am on it, with a note: ${title}`}
          onClick={() => setNoting(true)}
        >
          <IconPencilPlus size="1rem" />
        </ActionIcon>
      </Group>
      <AcknowledgeDialog
        opened={isNoting}
        count={1}
        pending={busy}
        onAcknowledge={(note) => {
          onAcknowledge(note);
          setNoting(false);
        }}
        onClose={() => setNoting(false)}
      />
    </>
  );
}

function TakeOver(props: AcknowledgeButtonProps & Acknowledging & { by: string }) {
  const { title, busy, onAcknowledge, by } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xs"
        loading={busy}
        aria-label={`Take over from ${by}: ${title}`}
        onClick={() => setAsking(true)}
      >
        Take over
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Take over from ${by}`}
        text={`${by} is on it: ${title}. Every console and display shows your name instead.`}
        confirm="Take over"
        onConfirm={() => {
          onAcknowledge('');
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
