import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { type Acknowledging, useAcknowledge } from './use-acknowledge.ts';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);
const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

/** A link may ask whether the incident is to be taken on. */
export interface AskedToTake {
  asksToTake?: boolean;
  /** The question is open. */
  onAsked?: () => void;
}

interface AcknowledgeButtonProps extends AskedToTake {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
}

/** Takes an open incident on with one press, or gives it back. */
export function AcknowledgeButton(props: AcknowledgeButtonProps) {
  const acknowledging = useAcknowledge(props.incident, props.title);
  if (props.incident.endedAt !== null) return null;
  return <AcknowledgeControls {...props} {...acknowledging} />;
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
      <Allowed call="releaseIncident">
        <Button size="xs" loading={busy} aria-label={`Release: ${title}`} onClick={onRelease}>
          Release
        </Button>
      </Allowed>
    );
  return by === undefined ? <TakeOn {...props} /> : <TakeOver {...props} by={by} />;
}

/** @returns whether the dialog is open, which a link may have asked for */
function useAsked({ asksToTake = false, onAsked }: AskedToTake) {
  const state = useState(asksToTake);
  const tell = useEffectEvent(() => onAsked?.());
  useEffect(() => {
    if (asksToTake) tell();
  }, [asksToTake]);
  return state;
}

function TakeOn(props: AcknowledgeButtonProps & Acknowledging) {
  const { title, busy, onAcknowledge } = props;
  const [isNoting, setNoting] = useAsked(props);
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Allowed call="acknowledgeIncident">
          <Button
            size="xs"
            variant="filled"
            loading={busy}
            aria-label={`I am on it: ${title}`}
            onClick={() => onAcknowledge('')}
          >
            I am on it
          </Button>
        </Allowed>
        <Allowed call="acknowledgeIncident">
          <ActionIcon
            size="md"
            disabled={busy}
            aria-label={`I am on it, with a note: ${title}`}
            onClick={() => setNoting(true)}
          >
            <IconPencilPlus size="1rem" />
          </ActionIcon>
        </Allowed>
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
  const [isAsking, setAsking] = useAsked(props);
  return (
    <>
      <Allowed call="acknowledgeIncident">
        <Button
          size="xs"
          loading={busy}
          aria-label={`Take over from ${by}: ${title}`}
          onClick={() => setAsking(true)}
        >
          Take over
        </Button>
      </Allowed>
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
