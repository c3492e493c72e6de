import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconQuestionMark,
  IconRefresh,
} from '@tabler/icons-react';
import { notify } from '../../shared/notices.ts';
import { type Finding, findingsText } from './diagnose.ts';
import { useDiagnosis } from './use-diagnosis.ts';

const RESULTS = {
  good: { Icon: IconCircleCheck, label: 'OK', color: 'green' },
  warn: { Icon: IconAlertTriangle, label: 'Attention', color: 'yellow' },
  bad: { Icon: IconCircleX, label: 'Problem', color: 'red' },
  unmeasured: { Icon: IconQuestionMark, label: 'Not measured', color: 'gray' },
} as const;

interface DiagnosticsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Checks every layer between this screen and the mesh. */
export function DiagnosticsDialog({ opened, onClose }: DiagnosticsDialogProps) {
  const { findings, now, running, run } = useDiagnosis();
  function copy(): void {
    copyText(findingsText(findings, now)).then(
      () => notify({ title: 'Diagnostics copied', severity: 'success' }),
      () => notify({ title: 'The browser does not let this page copy', severity: 'error' }),
    );
  }
  return (
    <DiagnosticsDialogView
      opened={opened}
      findings={findings}
      running={running}
      onRun={run}
      onCopy={copy}
      onClose={onClose}
    />
  );
}

/** Browsers let pages copy in secure contexts only. */
async function copyText(text: string): Promise<void> {
  if (!('clipboard' in navigator)) throw new Error('No clipboard');
  await navigator.clipboard.writeText(text);
}

interface DiagnosticsDialogViewProps extends DiagnosticsDialogProps {
  findings: readonly Finding[];
  /** The reads are being made again. */
  running: boolean;
  onRun: () => void;
  onCopy: () => void;
}

export function DiagnosticsDialogView(props: DiagnosticsDialogViewProps) {
  const { opened, findings, running, onRun, onCopy, onClose } = props;
  return (
    <Modal opened={opened} title="Diagnostics" size="xl" onClose={onClose}>
      <Stack gap="md">
        <Group gap="xs">
          <Button
            variant="filled"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            loading={running}
            onClick={onRun}
          >
            Run again
          </Button>
          <Button leftSection={<IconCopy size={18} aria-hidden="true" />} onClick={onCopy}>
            Copy as text
          </Button>
        </Group>
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {findings.map((finding) => (
            <FindingRow key={finding.layer} finding={finding} />
          ))}
        </Stack>
      </Stack>
    </Modal>
  );
}

function FindingRow({ finding: { layer, result, text } }: { finding: Finding }) {
  const { Icon, label, color } = RESULTS[result];
  const iconColor = color === 'gray' ? 'var(--mantine-color-dimmed)' : undefined;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={20}
        aria-hidden="true"
        style={{ flex: 'none' }}
        color={iconColor ?? `var(--mantine-color-${color}-text)`}
      />
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text span fw={600} size="sm">
            {layer}
          </Text>
          {result === 'good' ? (
            <Text span size="xs" c="dimmed">
              {label}
            </Text>
          ) : (
            <Badge color={color}>{label}</Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </Group>
  );
}
