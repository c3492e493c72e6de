import {
  ActionIcon,
  Button,
  Code,
  CopyButton,
  DataList,
  Drawer,
  Group,
  Skeleton,
  Stack,
  Text,
  Timeline,
  Title,
} from '@mantine/core';
import { IconCheck, IconCopy, IconRocket, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import {
  bundleState,
  deployDisabledReason,
  isRetry,
  priorityText,
  targetNames,
} from '../../shared/bundle-state.ts';
import { sizeText } from '../../shared/format.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import type { ApiError } from '../../shared/outcome.ts';
import { BundleFiles } from './bundle-files.tsx';
import { BundleBadge } from './bundle-row.tsx';
import { BundleTargets } from './bundle-targets.tsx';

/** An extra call: a server may not have it. */
const NOT_FOUND = 404;

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

interface BundleDetailsProps {
  opened: boolean;
  /** As the list has it; undefined before one is first shown. */
  bundle: Bundle | undefined;
  /** Undefined until read, or where the server keeps no more. */
  details: BundleDetails | undefined;
  /** Why there are no details. */
  failure: Pick<ApiError, 'status' | 'userMessage'> | undefined;
  /** Undefined where the server does not deploy. */
  onDeploy: (() => void) | undefined;
  onCancelDeploy: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** All that is known of one bundle: what the list says, and the server's details where it has them. */
export function BundleDetailsDrawer(props: BundleDetailsProps) {
  const { opened, bundle, details, failure, onClose } = props;
  return (
    <Drawer opened={opened} onClose={onClose} keepMounted={false} size="36rem" title={bundle?.name}>
      {bundle ? (
        <Stack gap="lg">
          <Group gap="xs">
            <BundleBadge bundle={bundle} />
            <Actions {...props} bundle={bundle} />
          </Group>
          <Facts bundle={bundle} details={details} />
          {details ? <Sections details={details} /> : <NoDetails failure={failure} />}
        </Stack>
      ) : null}
    </Drawer>
  );
}

function Actions(props: BundleDetailsProps & { bundle: Bundle }) {
  const { bundle, details, onDeploy, onCancelDeploy, onDelete } = props;
  return (
    <Group gap="xs" ml="auto">
      {onDeploy && !deployDisabledReason(bundle) ? (
        <Button leftSection={<IconRocket size={16} />} onClick={onDeploy}>
          {deployText(bundle, details)}
        </Button>
      ) : null}
      {details && bundle.deployment?.state === 'in-progress' ? (
        <Button onClick={onCancelDeploy}>Cancel deployment</Button>
      ) : null}
      {details ? (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={onDelete}
        >
          Delete
        </Button>
      ) : null}
    </Group>
  );
}

/** @returns what the deployment would do: a bundle that did not reach every target goes to the others alone */
function deployText(bundle: Bundle, details: BundleDetails | undefined): string {
  if (!isRetry(bundle)) return 'Deploy';
  const failed = details?.targets.filter(({ status }) => status === 'failed') ?? [];
  if (failed.length === 0) return 'Retry';
  return failed.length === 1 ? `Retry ${failed[0]?.platform}` : `Retry ${failed.length} platforms`;
}

function Facts({ bundle, details }: { bundle: Bundle; details: BundleDetails | undefined }) {
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ['Size', sizeText(bundle.size)],
    ['Platform Target', targetNames(bundle.targetPlatforms)],
    ['Uploaded', momentText(momentOf(bundle.createdAt), true)],
  ];
  const more: typeof facts = details
    ? [
        ['Uploaded by', details.uploadedBy],
        ['Priority', priorityText(details.priority)],
        ['SHA-256', <Hash key="hash" hash={details.sha256} />],
      ]
    : [];
  return (
    <DataList gap="xs" labelWidth="8rem">
      {[...facts, ...more].map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue style={ANYWHERE}>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

function Hash({ hash }: { hash: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code style={ANYWHERE}>{hash}</Code>
      <CopyButton value={hash}>
        {({ copied, copy }) => {
          const Icon = copied ? IconCheck : IconCopy;
          return (
            <ActionIcon size="xs" aria-label={copied ? 'Copied' : 'Copy SHA-256'} onClick={copy}>
              <Icon size={16} />
            </ActionIcon>
          );
        }}
      </CopyButton>
    </Group>
  );
}

function NoDetails({ failure }: Pick<BundleDetailsProps, 'failure'>) {
  if (!failure) return <Skeleton height="8rem" />;
  return (
    <Text size="sm" c="dimmed" role="status">
      {failure.status === NOT_FOUND
        ? `This server gives no more details of the bundle (${failure.userMessage}).`
        : `The details could not be read: ${failure.userMessage}`}
    </Text>
  );
}

/** What happened beside the bundle's own statuses. */
const HISTORY_LABELS: Readonly<Record<string, string>> = {
  deploying: 'Deployment started',
  incomplete: 'Deployed in part',
};

function Sections({ details }: { details: BundleDetails }) {
  const { targets, files, fileCount, problems, history } = details;
  return (
    <>
      <Section title="Checks">
        <Checks details={details} />
      </Section>
      {targets.some(({ status }) => status !== 'waiting') ? (
        <Section title="Targets">
          <BundleTargets details={details} />
        </Section>
      ) : null}
      <Section title={`Files (${fileCount.toLocaleString()})`}>
        <BundleFiles files={files} total={fileCount} problems={problems} />
      </Section>
      <Section title="History">
        <Timeline fz="sm" bulletSize={12} lineWidth={2} active={history.length - 1}>
          {history.map(({ status, at, note }) => (
            <Timeline.Item
              key={`${status} ${at}`}
              title={HISTORY_LABELS[status] ?? bundleState({ status }).label}
            >
              <Text component="time" inherit c="dimmed" dateTime={at}>
                {momentText(momentOf(at), true)}
              </Text>
              <Text inherit c="dimmed" style={ANYWHERE}>
                {note}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}

function Checks({ details: { problems, status } }: { details: BundleDetails }) {
  if (problems.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {checksText(status)}
      </Text>
    );
  }
  return problems.map(({ rule, entry, message }) => (
    <div key={`${rule} ${entry ?? ''}`}>
      <Text size="sm" fw={500}>
        {message}
      </Text>
      <Text size="sm" c="dimmed" style={ANYWHERE}>
        Rule {rule}
        {entry === null ? '' : `, file ${entry}`}
      </Text>
    </div>
  ));
}

function checksText(status: string): string {
  if (status === 'validating') return 'Files are being checked.';
  if (status === 'failed') return 'The checks failed. The server gave no reasons.';
  return 'All files checked. No problems found.';
}
