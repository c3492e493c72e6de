import { Alert } from '@mantine/core';
import { IconDatabaseExclamation } from '@tabler/icons-react';

/** @param trouble why the server serves nobody, as its own sentence */
export function ServerTrouble({ trouble }: { trouble: string }) {
  return (
    <Alert color="red" role="group" icon={<IconDatabaseExclamation aria-hidden="true" />}>
      {trouble} Nobody can sign in at the moment.
    </Alert>
  );
}
