import {
  ActionIcon,
  Button,
  Code,
  CopyButton,
  DataList,
  Drawer,
  Group,
  Progress,
  Skeleton,
  Stack,
  Text,
  Timeline,
  Title,
} from '@mantine/core';
import { IconCheck, IconCopy, IconRocket, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Bundle, BundleDetails, BundleTarget } from '../../../contract/shapes/bundle.ts';
import { sizeText } from '../../shared/format.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import type { ApiError } from '../../shared/outcome.ts';
import { BundleFiles } from './bundle-files.tsx';
import { BundleBadge } from './bundle-row.tsx';
import {
  bundleState,
  deployDisabledReason,
  isRetry,
  priorityText,
  targetNames,
} from './bundle-state.ts';
import { useLastShown } from './use-last-shown.ts';

/** An extra call: a server may not have it. */
const NOT_FOUND = 404;

interface BundleDetailsProps {
  opened: boolean;
  /** The bundle to show, as the list has it; at least while the drawer is open. */
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
  const { opened, bundle, details, failure, onDeploy, onCancelDeploy, onDelete, onClose } = props;
  const last = useLastShown(bundle);
  return (
    <Drawer opened={opened} onClose={onClose} keepMounted={false} size="36rem" title={last?.name}>
      {last ? (
        <Stack gap="lg">
          <Group gap="xs">
            <BundleBadge bundle={last} />
            <Group gap="xs" ml="auto">
              {onDeploy && !deployDisabledReason(last) ? (
                <Button
                  leftSection={<IconRocket size={16} aria-hidden="true" />}
                  onClick={onDeploy}
                >
                  {deployText(last, details)}
                </Button>
              ) : null}
              {details && last.deployment?.state === 'in-progress' ? (
                <Button onClick={onCancelDeploy}>Cancel deployment</Button>
              ) : null}
              {details ? (
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  onClick={onDelete}
                >
                  Delete
                </Button>
              ) : null}
            </Group>
          </Group>
          <Facts bundle={last} details={details} />
          {details ? <Sections details={details} /> : <NoDetails failure={failure} />}
        </Stack>
      ) : null}
    </Drawer>
  );
}

/** @returns what the deployment would do: a bundle that did not reach every target goes to the others alone */
function deployText(bundle: Bundle, details: BundleDetails | undefined): string {
  if (!isRetry(bundle)) return 'Deploy';
  const failed = details?.targets.filter(({ status }) => status === 'failed') ?? [];
  if (failed.length === 0) return 'Retry';
  return failed.length === 1 ? `Retry ${failed[0]?.platform}` : `Retry ${failed.length} platforms`;
}

function Facts({ bundle, details }: Pick<BundleDetailsProps, 'details'> & { bundle: Bundle }) {
  return (
    <DataList gap="xs" labelWidth="8rem">
      <Fact label="Size">{sizeText(bundle.size)}</Fact>
      <Fact label="Platform Target">{targetNames(bundle.targetPlatforms)}</Fact>
      <Fact label="Uploaded">{momentText(momentOf(bundle.createdAt), true)}</Fact>
      {details ? (
        <>
          <Fact label="Uploaded by">{details.uploadedBy}</Fact>
          <Fact label="Priority">{priorityText(details.priority)}</Fact>
          <Fact label="SHA-256">
            <Group gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{details.sha256}</Code>
              <CopyHash hash={details.sha256} />
            </Group>
          </Fact>
        </>
      ) : null}
    </DataList>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

function CopyHash({ hash }: { hash: string }) {
  return (
    <CopyButton value={hash}>
      {({ copied, copy }) => (
        <ActionIcon size="xs" aria-label={copied ? 'Copied' : 'Copy SHA-256'} onClick={copy}>
          {copied ? (
            <IconCheck size={16} aria-hidden="true" />
          ) : (
            <IconCopy size={16} aria-hidden="true" />
          )}
        </ActionIcon>
      )}
    </CopyButton>
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

function Sections({ details }: { details: BundleDetails }) {
  const { targets, files, fileCount, problems, history, size } = details;
  return (
    <>
      <Section title="Checks">
        <Checks details={details} />
      </Section>
      {targets.some(({ status }) => status !== 'waiting') ? (
        <Section title="Targets">
          <Stack gap="xs">
            {inOrder(targets, details.targetPlatforms).map((target) => (
              <TargetLine key={target.platform} target={target} size={size} />
            ))}
          </Stack>
        </Section>
      ) : null}
      <Section title={`Files (${fileCount.toLocaleString()})`}>
        <BundleFiles files={files} total={fileCount} problems={problems} />
      </Section>
      <Section title="History">
        <Timeline bulletSize={12} lineWidth={2} active={history.length - 1}>
          {history.map(({ status, at, note }) => (
            <Timeline.Item
              key={`${status} ${at}`}
              title={
                <Text size="sm" fw={500}>
                  {HISTORY_LABELS[status] ?? bundleState({ status }).label}
                </Text>
              }
            >
              <Text component="time" size="sm" c="dimmed" dateTime={at}>
                {momentText(momentOf(at), true)}
              </Text>
              {note ? (
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {note}
                </Text>
              ) : null}
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
    </>
  );
}

/** @returns the targets in the order of the bundle's own list, which is that of the mesh */
function inOrder(
  targets: readonly BundleTarget[],
  names: readonly string[] | null,
): BundleTarget[] {
  const place = ({ platform }: BundleTarget) => (names ?? []).indexOf(platform);
  return targets.toSorted((a, b) => place(a) - place(b));
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
  return (
    <Stack gap="xs">
      {problems.map(({ rule, entry, message }) => (
        <div key={`${rule} ${entry ?? ''}`}>
          <Text size="sm" fw={500}>
            {message}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Rule {rule}
            {entry === null ? '' : `, file ${entry}`}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

function checksText(status: string): string {
  if (status === 'validating') return 'Files are being checked.';
  if (status === 'failed') return 'The checks failed. The server gave no reasons.';
  return 'All files checked. No problems found.';
}

/** What happened beside the bundle's own statuses. */
const HISTORY_LABELS: Readonly<Record<string, string>> = {
  deploying: 'Deployment started',
  incomplete: 'Deployed in part',
};

const TARGET_WORDS: Readonly<Record<string, string>> = {
  waiting: 'Not sent',
  queued: 'Queued',
  checking: 'Checking',
  taken: 'Delivered',
};

/** How far one target has got; a status that is not known is shown by its own word. */
function TargetLine({ target, size }: { target: BundleTarget; size: number }) {
  const { platform, status, sentBytes, changedAt } = target;
  const percent = size > 0 ? Math.min(100, Math.floor((100 * sentBytes) / size)) : 0;
  const isFailed = status === 'failed';
  return (
    <div>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text size="sm" fw={500}>
          {platform}
        </Text>
        <Group gap="xs">
          <Text size="sm" c={isFailed ? 'var(--mantine-color-red-text)' : 'dimmed'}>
            {status === 'sending' ? `Sending, ${percent} %` : targetText(target)}
          </Text>
          {changedAt ? (
            <Text component="time" size="xs" c="dimmed" dateTime={changedAt}>
              {momentText(momentOf(changedAt))}
            </Text>
          ) : null}
        </Group>
      </Group>
      {status === 'sending' ? (
        <Progress size="xs" mt={4} value={percent} aria-label={`Sending to ${platform}`} />
      ) : null}
    </div>
  );
}

function targetText({ platform, status, message }: BundleTarget): string {
  const reason = message?.replace(/^failed: /, '');
  if (status === 'failed') return reason ? `Failed: ${reason}` : 'Failed';
  if (status === 'retrying') return `Waiting for ${platform}${reason ? `: ${reason}` : ''}`;
  return (
    message ?? (Object.hasOwn(TARGET_WORDS, status) ? TARGET_WORDS[status] : undefined) ?? status
  );
}
