import { Alert } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { durationText } from '../../domain/format.ts';

/** @param skewMs server time minus the time of this device, milliseconds */
export function SkewNotice({ skewMs }: { skewMs: number }) {
  return (
    <Alert color="yellow" role="group" mb="md" icon={<IconClockExclamation aria-hidden="true" />}>
      The clock of this device is {durationText(Math.abs(skewMs))} {skewMs > 0 ? 'behind' : 'ahead'}
      . Times are shown by the server's clock.
    </Alert>
  );
}
