import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useAction } from '../../console/actions.ts';
import { Allowed } from '../../ui/allowed.tsx';

/** Stands in the timeline and on the public status page. Who has more to say writes the update Resolved. */
const UPDATE = { kind: 'resolved', text: 'This incident is resolved.' } as const;

/** Ends what a person opened. */
export function useResolve({ id }: Incident) {
  const { isPending, mutate } = useAction('commentOnIncident', {
    success: 'The incident is resolved',
    failure: 'The incident could not be resolved',
  });
  return { isPending, resolve: () => mutate({ params: { id: String(id) }, ...UPDATE }) };
}

export function ResolveButton({ incident }: { incident: Incident }) {
  const { isPending, resolve } = useResolve(incident);
  return (
    <Allowed call="commentOnIncident">
      <Button
        size="xs"
        // While nobody is on it, that comes first.
        variant={incident.acknowledgement ? 'filled' : 'default'}
        leftSection={<IconCheck size="0.875rem" />}
        loading={isPending}
        onClick={resolve}
      >
        Resolve
      </Button>
    </Allowed>
  );
}
