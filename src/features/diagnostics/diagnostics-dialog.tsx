import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconQuestionMark,
  IconRefresh,
} from '@tabler/icons-react';
import { copyText } from '../../ui/copy-text.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import type { Finding } from './diagnose.ts';
import { findingsText, RESULT_LABELS } from './diagnose.ts';
import { type Diagnosis, useDiagnosis } from './use-diagnosis.ts';

const RESULTS = {
  good: { Icon: IconCircleCheck, color: 'green' },
  warn: { Icon: IconAlertTriangle, color: 'yellow' },
  bad: { Icon: IconCircleX, color: 'red' },
  unmeasured: { Icon: IconQuestionMark, color: 'gray' },
} as const;

/** Checks every layer between this screen and the mesh. */
export function DiagnosticsDialog(props: DialogProps) {
  return <DiagnosticsDialogView {...props} {...useDiagnosis()} />;
}

export function DiagnosticsDialogView(props: DialogProps & Diagnosis) {
  const { opened, findings, now, running, run, onClose } = props;
  return (
    <Modal opened={opened} title="Diagnostics" size="xl" onClose={onClose}>
      <Stack gap="md">
        <Group gap="xs">
          <Button
            variant="filled"
            leftSection={<IconRefresh size={18} />}
            loading={running}
            onClick={run}
          >
            Run again
          </Button>
          <Button
            leftSection={<IconCopy size={18} />}
            onClick={() => void copyText(findingsText(findings, now), 'Diagnostics copied')}
          >
            Copy as text
          </Button>
        </Group>
        <Stack component="ul" gap="sm">
          {findings.map((finding) => (
            <FindingRow key={finding.layer} finding={finding} />
          ))}
        </Stack>
      </Stack>
    </Modal>
  );
}

function FindingRow({ finding: { layer, result, text } }: { finding: Finding }) {
  const { Icon, color } = RESULTS[result];
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Text
        span
        lh={0}
        c={result === 'unmeasured' ? 'dimmed' : `var(--mantine-color-${color}-text)`}
      >
        <Icon size={20} aria-hidden="true" />
      </Text>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text span fw={600} size="sm">
            {layer}
          </Text>
          {result === 'good' ? (
            <Text span size="xs" c="dimmed">
              {RESULT_LABELS[result]}
            </Text>
          ) : (
            <Badge color={color}>{RESULT_LABELS[result]}</Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </Group>
  );
}
