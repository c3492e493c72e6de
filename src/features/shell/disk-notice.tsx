import { Alert, Anchor } from '@mantine/core';
import { IconDatabaseExclamation } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Disk } from '../../../contract/shapes/system.ts';
import { spaceForecasts } from '../../domain/forecast.ts';
import { sizeText } from '../../domain/format.ts';

/** The server's disk is almost full: what that means, and the way out. */
export function DiskNotice(disk: Disk) {
  const { level, reserveBytes } = disk;
  return (
    <Alert color="red" role="group" mb="md" icon={<IconDatabaseExclamation aria-hidden="true" />}>
      <b>The server's disk is almost full.</b>{' '}
      {level === 'full'
        ? 'Uploads are refused.'
        : `Uploads are refused when less than ${sizeText(reserveBytes)} are free.`}{' '}
      <Anchor inherit fw={600} renderRoot={(props) => <Link to="/zip-bundles" {...props} />}>
        Delete bundles
      </Anchor>{' '}
      to make room.
      {spaceForecasts(disk).map((text) => (
        <p key={text}>{text}.</p>
      ))}
    </Alert>
  );
}
