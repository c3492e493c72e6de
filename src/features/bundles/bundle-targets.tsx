import { Group, Progress, Stack, Text } from '@mantine/core';
import type { BundleDetails, BundleTarget } from '../../../contract/shapes/bundle.ts';
import { targetText } from '../../domain/bundle-text.ts';
import { momentOf, momentText } from '../../domain/moment.ts';

/** How far each target has got, in the order of the bundle's own list, which is that of the mesh. */
export function BundleTargets({ details }: { details: BundleDetails }) {
  const { targets, targetPlatforms, size } = details;
  const place = ({ platform }: BundleTarget) => (targetPlatforms ?? []).indexOf(platform);
  return (
    <Stack gap="xs">
      {targets
        .toSorted((a, b) => place(a) - place(b))
        .map((target) => (
          <Target key={target.platform} target={target} size={size} />
        ))}
    </Stack>
  );
}

const COLORS: Partial<Record<string, string>> = { failed: 'red', retrying: 'yellow' };

function Target({ target, size }: { target: BundleTarget; size: number }) {
  const { platform, status, sentBytes, changedAt } = target;
  const percent = size > 0 ? Math.min(100, Math.floor((100 * sentBytes) / size)) : 0;
  return (
    <div>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text size="sm" fw={500}>
          {platform}
        </Text>
        <Group gap="xs">
          <Text size="sm" c={COLORS[status] ?? 'dimmed'}>
            {status === 'sending' ? `Sending, ${percent}%` : targetText(target)}
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
