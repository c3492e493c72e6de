import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconBook, IconPencilPlus, IconUserShare } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import {
  acknowledge,
  takeBack,
  usePendingAcknowledgements,
} from '../../console/acknowledgements.ts';
import { notifyFailure, useAction } from '../../console/actions.ts';
import { notify } from '../../console/notices.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { runbookOf } from '../../domain/incident-text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { focusIfLost, lazyDialog } from '../../ui/lazy-dialog.tsx';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);
const HandOverDialog = lazyDialog(
  async () => (await import('./hand-over-dialog.tsx')).HandOverDialog,
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
  /** Only the button to take it on, while nobody is on it. */
  isShort?: boolean;
}

/** Takes an open incident on with one press, hands it over or releases it; and leads to the platform's runbook. */
export function AcknowledgeButton(props: AcknowledgeButtonProps) {
  const { incident, title, isShort } = props;
  const id = String(incident.id);
  const pending = usePendingAcknowledgements();
  const taking = useMutation({
    mutationFn: (note: string) => acknowledge({ incident: id, title, note }),
    onSuccess: (end) => notify(end === 'sent' ? ON_IT(title) : KEPT),
    onError: (error) => notifyFailure('Could not be acknowledged', error),
  });
  const releasing = useAction('releaseIncident', {
    success: { title: 'You are no longer on it', message: title },
    failure: 'Could not be released',
  });
  const busy = taking.isPending || releasing.isPending;
  const by = incident.acknowledgement?.by;
  // Pressed here, and another button stands in its place.
  const focusRef = taking.isSuccess ? focusIfLost : null;
  if (incident.endedAt !== null || (isShort && by !== undefined)) return null;
  // Pressed on this device, and the server cannot be reached.
  if (pending.some((one) => one.incident === id && one.dropped === undefined))
    return (
      <Group gap="xs">
        <Text span size="sm" c="yellow">
          Waiting to be sent
        </Text>
        <Button
          ref={focusRef}
          size="xs"
          aria-label={`Take back: ${title}`}
          onClick={() => void takeBack(id).catch(reportError)}
        >
          Take back
        </Button>
      </Group>
    );
  if (by === accountName())
    return (
      <Actions {...props} isOwn focusRef={focusRef}>
        <Allowed call="releaseIncident">
          <Button
            size="xs"
            loading={busy}
            aria-label={`Release: ${title}`}
            onClick={() => releasing.mutate({ params: { id } })}
          >
            Release
          </Button>
        </Allowed>
      </Actions>
    );
  const taker = { ...props, busy, onAcknowledge: taking.mutate };
  return by === undefined ? <TakeOn {...taker} /> : <TakeOver {...taker} by={by} />;
}

interface ActionsProps extends AcknowledgeButtonProps {
  /** Whoever looks at it is on it. */
  isOwn?: boolean;
  focusRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** In one narrow row: what is done most, handing over, the runbook. */
function Actions({ incident, title, isShort, isOwn, focusRef, children }: ActionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const hasHandOver = !isMissing(useRead('operators')) && !isShort;
  const runbook = runbookOf(useReadData('connections'), incident.platform);
  const handOver = { 'aria-label': `Hand over: ${title}`, onClick: () => setChoosing(true) };
  return (
    <Group gap={4} wrap="nowrap">
      {isOwn ? null : children}
      {hasHandOver ? (
        <Allowed call="handOverIncident">
          {isOwn ? (
            <Button ref={focusRef} size="xs" {...handOver}>
              Hand over
            </Button>
          ) : (
            <ActionIcon size="md" {...handOver}>
              <IconUserShare size="1rem" />
            </ActionIcon>
          )}
        </Allowed>
      ) : null}
      {isOwn ? children : null}
      {runbook && !isShort ? (
        <ActionIcon
          size="md"
          component="a"
          href={runbook}
          target="_blank"
          rel="noreferrer"
          aria-label={`Runbook: ${title}`}
          title="Runbook"
        >
          <IconBook size="1rem" />
        </ActionIcon>
      ) : null}
      <HandOverDialog
        opened={isChoosing}
        incident={incident}
        title={title}
        onClose={() => setChoosing(false)}
      />
    </Group>
  );
}

const ON_IT = (title: string) =>
  ({ severity: 'success', title: 'You are on it', message: title }) as const;

const KEPT = {
  severity: 'warning',
  title: 'Waiting to be sent',
  message: 'The server cannot be reached. This device sends it when it can be.',
} as const;

interface TakerProps extends AcknowledgeButtonProps {
  busy: boolean;
  onAcknowledge: (note: string) => void;
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

function TakeOn(props: TakerProps) {
  const { title, isShort, busy, onAcknowledge } = props;
  const [isNoting, setNoting] = useAsked(props);
  return (
    <>
      <Actions {...props}>
        <Allowed call="acknowledgeIncident">
          <Button
            size="xs"
            variant={isShort ? 'default' : 'filled'}
            loading={busy}
            aria-label={`I am on it: ${title}`}
            onClick={() => onAcknowledge('')}
          >
            I am on it
          </Button>
        </Allowed>
        {isShort ? null : (
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
        )}
      </Actions>
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

function TakeOver(props: TakerProps & { by: string }) {
  const { title, busy, onAcknowledge, by } = props;
  const [isAsking, setAsking] = useAsked(props);
  return (
    <>
      <Actions {...props}>
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
      </Actions>
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
