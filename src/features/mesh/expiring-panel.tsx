import { Text } from '@mantine/core';
import type { Certificate } from '../../../contract/shapes/mesh.ts';
import { useRead } from '../../console/reads.ts';
import {
  certificateColor,
  dateText,
  daysLeftText,
  isDomain,
  isLastKnown,
  namesText,
} from '../../domain/certificate.ts';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { PlatformLink } from './platform-cells.tsx';

/** The certificates of platforms and of this server, and domains. Without any there is no panel. */
export function ExpiringPanel({ now }: { now: number }) {
  const certificates = useRead('certificates');
  if (!certificates.data?.length) return null;
  return (
    <ReadPanel
      flush
      title="What expires next"
      description="Certificates that platforms, and this server, showed over TLS, and domains of web addresses"
      read={certificates}
      failed="The certificates could not be read"
      room={undefined}
      now={now}
    >
      {(list) => <ExpiringRows certificates={list} now={now} />}
    </ReadPanel>
  );
}

const ONE_LINE = { style: { whiteSpace: 'nowrap' } } as const;

interface ExpiringRowsProps {
  /** Whatever expires first, first. */
  certificates: readonly Certificate[];
  now: number;
}

function ExpiringRows({ certificates, now }: ExpiringRowsProps) {
  const [shown, more] = useFirstRows(certificates, 'certificates');
  return (
    <>
      <ScrollTable
        label="What expires next"
        minWidth="40rem"
        data={{
          head: ['Platform', 'Left', 'Valid until', 'Name', 'Issued by'],
          body: shown.map((one) => [
            <PlatformLink key="platform" id={one.platform} name={one.name} />,
            <Text key="left" size="sm" fw={500} c={certificateColor(one, now) ?? ''} {...ONE_LINE}>
              {daysLeftText(one, now)}
              {isLastKnown(one, now) ? (
                <TimeAgo at={one.seenAt} now={now} prefix=", seen" c="dimmed" fw={400} />
              ) : null}
            </Text>,
            <Text key="until" size="sm" {...ONE_LINE}>
              {dateText(one.notAfter)}
            </Text>,
            <span key="names" title={one.names.join(', ')}>
              {namesText(one)}
            </span>,
            isDomain(one) ? 'domain, by its registry' : one.issuer,
          ]),
        }}
      />
      {more}
    </>
  );
}
