import { Button, Stack, Text } from '@mantine/core';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useAction } from '../../console/actions.ts';
import { useRead } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ReadNote } from '../../ui/read-state.tsx';

interface HandOverDialogProps extends DialogProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
}

/** Asks who is on an incident from now on: a press on a name hands it over. */
export const HandOverDialog = formDialog(HandOverChoice, ({ title }: HandOverDialogProps) => ({
  title: `Hand over: ${title}`,
}));

function HandOverChoice({ incident, title, onClose }: HandOverDialogProps) {
  const read = useRead('operators');
  const { isPending, mutate: handOver } = useAction('handOverIncident', {
    success: (_, { to }) => ({ title: `${to} is on it`, message: title }),
    failure: 'Could not be handed over',
  });
  const present = [accountName(), incident.acknowledgement?.by];
  const others = read.data?.filter((name) => !present.includes(name));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Every console and display shows who is on it. The timeline says who handed it over.
      </Text>
      <ReadNote read={read} failed="The operators could not be read" />
      {others?.map((name) => (
        <Button
          key={name}
          justify="start"
          disabled={isPending}
          onClick={() => {
            handOver({ params: { id: String(incident.id) }, to: name });
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
