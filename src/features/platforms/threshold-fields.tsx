import { Button, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { THRESHOLDS } from '../../../contract/platform-limits.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useReadData } from '../../console/reads.ts';
import { shareText } from '../../domain/availability.ts';
import { latencyText } from '../../domain/format.ts';
import type { PlatformValues } from './platform-values.ts';
import styles from './platforms.module.css';

interface ThresholdFieldsProps {
  form: UseFormReturnType<PlatformValues>;
  /** That is changed; undefined: a new one. */
  row: PlatformRow | undefined;
}

const LABELS = {
  intervalSec: 'Probe every (s)',
  lateMs: 'Slow after (ms)',
  timeoutMs: 'No answer after (ms)',
  failures: 'Down after (failed rounds)',
} as const;
/** One that reports itself takes no time that says anything. */
const OF_REPORT: readonly string[] = ['intervalSec', 'failures'];

/** @returns what holds where nothing else is set; undefined: this server has no thresholds of single platforms */
export const useMeshThresholds = () => useReadData('meshHealth')?.thresholds;

/** From when on a platform counts as slow or down, where that is not as for the others. */
export function ThresholdFields({ form, row }: ThresholdFieldsProps) {
  const usual = useMeshThresholds();
  if (usual === undefined) return null;
  const isReport = form.values.kind === 'report';
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  return (
    <details className={styles.more}>
      <summary>Thresholds</summary>
      <Stack gap="xs" pt="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {names
            .filter((name) => !isReport || OF_REPORT.includes(name))
            .map((name) => (
              <NumberInput
                key={name}
                label={LABELS[name]}
                placeholder={`${usual[name]}, as the mesh`}
                {...THRESHOLDS[name]}
                {...form.getInputProps(`thresholds.${name}`)}
              />
            ))}
        </SimpleGrid>
        {row && !isReport ? <Suggestion form={form} id={row.id} /> : null}
      </Stack>
    </details>
  );
}

/** What the measured week says of a limit. */
function Suggestion({ form, id }: Pick<ThresholdFieldsProps, 'form'> & { id: string }) {
  const { lateMs, week } = useReadData('platform', { id }) ?? {};
  if (lateMs === undefined || week === undefined) return null;
  const suggested = roundedUp(week.p99Ms);
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="dimmed">
        Last 7 days: {shareText(week.late)} of the answers took more than {latencyText(lateMs)}, 1%
        more than {latencyText(week.p99Ms)}.
      </Text>
      {suggested === lateMs ? null : (
        <Button size="xs" onClick={() => form.setFieldValue('thresholds.lateMs', suggested)}>
          Slow after {latencyText(suggested)}
        </Button>
      )}
    </Group>
  );
}

/** To two digits, within the limits. */
function roundedUp(ms: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(ms)) - 1);
  const { min, max } = THRESHOLDS.lateMs;
  return Math.min(max, Math.max(min, Math.ceil(ms / step) * step));
}
