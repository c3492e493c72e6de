import { ActionIcon, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type {
  Certificate,
  Connection,
  PlatformDetails,
  SingleProbe,
} from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import {
  certificateColor,
  dateText,
  daysLeftText,
  isDomain,
  isLastKnown,
  namesText,
} from '../../domain/certificate.ts';
import { latencyText } from '../../domain/format.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { clockText, momentText } from '../../domain/moment.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ExportButtons } from '../../ui/export-buttons.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { clockOffsetText } from './ranges.ts';
import { exportProbes } from './save-probes.ts';

/** What a platform says of itself: address, version, clock, keys. */
export function AboutPanel({ connection }: { connection: Connection }) {
  const { id, domain } = connection;
  const details = useRead('platform', { id });
  const own = useReadData('certificates')?.filter(({ platform }) => platform === id) ?? [];
  const [registration] = own.filter(isDomain);
  const certificate = own.find((one) => one !== registration);
  return (
    <ReadPanel
      title="About"
      read={details}
      failed="The details could not be read"
      room="12rem"
      style={{ height: '100%' }}
    >
      {(details) => (
        <DescriptionList
          labelWidth="7rem"
          items={{
            Domain: domain,
            Address: details.address ?? 'not configured',
            Certificate: certificate ? <CertificateText certificate={certificate} /> : null,
            Registration: registration ? <CertificateText certificate={registration} /> : null,
            ...(isMeshNode(connection) && signedItems(details)),
          }}
        />
      )}
    </ReadPanel>
  );
}

function CertificateText({ certificate }: { certificate: Certificate }) {
  const now = useServerNow();
  const { names, issuer, notAfter, seenAt } = certificate;
  return (
    <>
      <span title={names.join(', ')}>
        of {namesText(certificate)}
        {isDomain(certificate) ? '' : ` by ${issuer}`}, valid until {dateText(notAfter)},{' '}
      </span>
      <Text span inherit fw={500} c={certificateColor(certificate, now) ?? ''}>
        {daysLeftText(certificate, now)}
      </Text>
      {isLastKnown(certificate, now) ? (
        <TimeAgo at={seenAt} now={now} prefix=", seen" c="dimmed" />
      ) : null}
    </>
  );
}

/** What only a mesh node says of itself. */
const signedItems = ({ version, clockOffsetMs, keys }: PlatformDetails) => ({
  Version: version ?? 'it does not say',
  Clock:
    clockOffsetMs === null
      ? 'not known before its first signed answer'
      : `its clock is ${clockOffsetText(clockOffsetMs)}`,
  Keys:
    keys.length === 0 ? (
      'none seen'
    ) : (
      <Stack gap="xs">
        {keys.map((key) => (
          <Thumbprint key={key.thumbprint} {...key} />
        ))}
      </Stack>
    ),
});

function Thumbprint({ thumbprint, seenAt }: PlatformDetails['keys'][number]) {
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {thumbprint}
        </Text>
        <CopyButton value={thumbprint}>
          {({ copied, copy }) => {
            const Icon = copied ? IconCheck : IconCopy;
            return (
              <ActionIcon
                aria-label={copied ? 'Copied' : `Copy thumbprint ${thumbprint.slice(0, 6)}`}
                onClick={copy}
              >
                <Icon size="1rem" />
              </ActionIcon>
            );
          }}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed">
        seen since {momentText(seenAt)}
      </Text>
    </div>
  );
}

/**
 * The last probes of a platform, each with what came of it.
 *
 * @param id of the platform
 */
export function ProbesPanel({ id }: { id: string }) {
  const details = useRead('platform', { id });
  const now = useServerNow();
  return (
    <ReadPanel
      flush
      title="Last probes"
      actions={
        details.data ? (
          <ExportButtons
            count={details.data.probes.length}
            onExport={async (way) => {
              if (details.data) await exportProbes(details, details.data, way);
            }}
          />
        ) : null
      }
      read={details}
      failed="The probes could not be read"
      room="12rem"
    >
      {({ probes }) =>
        probes.length === 0 ? (
          <Text size="sm" c="dimmed" px="md" pb="md">
            It was not probed yet.
          </Text>
        ) : (
          <ScrollTable
            label="Last probes"
            minWidth="20rem"
            data={{
              head: ['Time', 'Status', 'Latency', 'Failure'],
              body: probes.map((probe) => probeCells(probe, now)),
            }}
          />
        )
      }
    </ReadPanel>
  );
}

const probeCells = ({ at, status, latencyMs, failure }: SingleProbe, now: number) => [
  clockText(at, now),
  <StatusMark key="status" status={status} word />,
  latencyText(latencyMs),
  failure ?? '',
];
