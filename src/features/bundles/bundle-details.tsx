import {
  ActionIcon,
  Button,
  Code,
  CopyButton,
  Drawer,
  Group,
  Skeleton,
  Stack,
  Text,
  Timeline,
} from '@mantine/core';
import { IconCheck, IconCopy, IconRocket, IconTrash } from '@tabler/icons-react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { deployDisabledReason, priorityText, targetNames } from '../../domain/bundle-state.ts';
import { checksText, deployText, historyText } from '../../domain/bundle-text.ts';
import { sizeText } from '../../domain/format.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import type { ApiError } from '../../shared/outcome.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Section } from '../../ui/section.tsx';
import { BundleBadge } from './bundle-columns.tsx';
import { BundleFiles } from './bundle-files.tsx';
import { BundleTargets } from './bundle-targets.tsx';

/** An extra call: a server may not have it. */
const NOT_FOUND = 404;

interface BundleDetailsProps {
  opened: boolean;
  /** As the list has it; undefined before one is first shown. */
  bundle: Bundle | undefined;
  /** Undefined until read, or where the server keeps no more. */
  details: BundleDetails | undefined;
  /** Why there are no details. */
  failure: Pick<ApiError, 'status' | 'userMessage'> | undefined;
  /** Undefined where the server does not deploy. */
  onDeploy: ((ids: readonly string[]) => void) | undefined;
  onCancelDeploy: (id: string) => void;
  onDelete: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** All that is known of one bundle: what the list says, and the server's details where it has them. */
export function BundleDetailsDrawer(props: BundleDetailsProps) {
  const { opened, bundle, details, failure, onClose } = props;
  return (
    <Drawer opened={opened} onClose={onClose} size="36rem" title={bundle?.name}>
      {bundle ? (
        <Stack gap="lg" style={{ overflowWrap: 'anywhere' }}>
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
  const id = String(bundle.id);
  return (
    <Group gap="xs" ml="auto">
      {onDeploy && !deployDisabledReason(bundle) ? (
        <Allowed call="deploy">
          <Button leftSection={<IconRocket size={16} />} onClick={() => onDeploy([id])}>
            {deployText(bundle, details)}
          </Button>
        </Allowed>
      ) : null}
      {details && bundle.deployment?.state === 'in-progress' ? (
        <Allowed call="cancelDeploy">
          <Button onClick={() => onCancelDeploy(id)}>Cancel deployment</Button>
        </Allowed>
      ) : null}
      {details ? (
        <Allowed call="removeBundle">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => onDelete([id])}
          >
            Delete
          </Button>
        </Allowed>
      ) : null}
    </Group>
  );
}

function Facts({ bundle, details }: Pick<BundleDetailsProps, 'details'> & { bundle: Bundle }) {
  return (
    <DescriptionList
      labelWidth="8rem"
      items={{
        Size: sizeText(bundle.size),
        'Platform Target': targetNames(bundle.targetPlatforms),
        Uploaded: momentText(momentOf(bundle.createdAt), true),
        'Uploaded by': details?.uploadedBy,
        Priority: details && priorityText(details.priority),
        'SHA-256': details && <Hash hash={details.sha256} />,
      }}
    />
  );
}

function Hash({ hash }: { hash: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code>{hash}</Code>
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
  return (
    <>
      {failure ? null : <Skeleton height="8rem" />}
      <div role="status">
        {failure ? (
          <Text size="sm" c="dimmed">
            {failure.status === NOT_FOUND
              ? `This server gives no more details of the bundle (${failure.userMessage}).`
              : `The details could not be read: ${failure.userMessage}`}
          </Text>
        ) : null}
      </div>
    </>
  );
}

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
            <Timeline.Item key={`${status} ${at}`} title={historyText(status)}>
              <Text component="time" inherit c="dimmed" dateTime={at}>
                {momentText(momentOf(at), true)}
              </Text>
              <Text inherit c="dimmed">
                {note}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
    </>
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
      <Text size="sm" c="dimmed">
        Rule {rule}
        {entry === null ? '' : `, file ${entry}`}
      </Text>
    </div>
  ));
}
