import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserExclamation } from '@tabler/icons-react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const IncidentDialog = lazyDialog(
  async () => (await import('./incident-dialog.tsx')).IncidentDialog,
);

/** A person says that something is wrong, that it is so again, or which platforms an open incident affects. */
export function IncidentButton({ incident }: { incident?: Incident }) {
  const [opened, { open, close }] = useDisclosure();
  const isOpen = incident?.endedAt === null;
  return (
    <>
      <Allowed call={isOpen ? 'changeIncident' : 'openIncident'}>
        <Button
          size="xs"
          leftSection={incident ? null : <IconUserExclamation size="0.875rem" />}
          onClick={open}
        >
          {isOpen ? 'Affected platforms' : incident ? 'Open again' : 'Open an incident'}
        </Button>
      </Allowed>
      <IncidentDialog opened={opened} onClose={close} {...(incident && { incident })} />
    </>
  );
}
