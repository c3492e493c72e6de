import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { sendOrKeep } from '../../console/acknowledgements.ts';
import { notifyFailure } from '../../console/actions.ts';
import { notify } from '../../console/notices.ts';
import { useRead } from '../../console/reads.ts';
import { workerClient } from '../../console/worker-client.ts';
import { accountName } from '../../device/markers.ts';
import { KEPT_NOTICE } from '../../domain/incident-text.ts';
import { formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ReadNote } from '../../ui/read-state.tsx';

interface HandOverDialogProps extends DialogProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
}

/** Asks who is to be on an incident: a press on a name offers it. */
export const HandOverDialog = formDialog(HandOverChoice, ({ title }: HandOverDialogProps) => ({
  title: `Hand over: ${title}`,
}));

function HandOverChoice({ incident, title, onClose }: HandOverDialogProps) {
  const read = useRead('operators');
  const { isPending, mutate: offer } = useMutation({
    mutationFn: (to: string) => {
      const id = String(incident.id);
      const sending = workerClient.send('handOverIncident', { params: { id }, payload: { to } });
      return sendOrKeep({ incident: id, title, note: '', to }, sending);
    },
    onSuccess: (end, to) => notify(end === 'sent' ? waitsFor(to, title) : KEPT_NOTICE),
    onError: (error) => notifyFailure('Could not be handed over', error),
  });
  const present = [accountName(), incident.acknowledgement?.by];
  const others = read.data?.filter((name) => !present.includes(name));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Whoever you choose is told at once and has 5 minutes to accept. Until then nobody is on it.
      </Text>
      <ReadNote read={read} failed="The operators could not be read" />
      {others?.map((name) => (
        <Button
          key={name}
          justify="start"
          disabled={isPending}
          onClick={() => {
            offer(name);
            onClose();
          }}
        >
          {name}
        </Button>
      ))}
      {others?.length === 0 ? <Text size="sm">There is no other operator or admin.</Text> : null}
    </Stack>
  );
}

const waitsFor = (to: string, title: string) =>
  ({ severity: 'success', title: `Waits for ${to}`, message: title }) as const;
