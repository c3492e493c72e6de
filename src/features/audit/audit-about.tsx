import { Anchor, Button, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { useReadData } from '../../console/reads.ts';
import { momentText } from '../../domain/moment.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import styles from './audit.module.css';

/**
 * How long rows stay, and how it is noticed that somebody changed or removed one.
 *
 * @param newest undefined: none is known
 */
export function AuditAbout({ newest }: { newest: AuditRow | undefined }) {
  const days = useReadData('accessSettings')?.auditDays;
  const [opened, { open, close }] = useDisclosure();
  return (
    <Group justify="space-between" gap="xs" px="md" pt="sm">
      <Text size="sm" c="dimmed" flex="1 1 20rem">
        Rows are kept for <span className={styles.days}>{days?.toLocaleString() ?? '…'}</span> days
        (
        <Anchor component={Link} to="/people" inherit underline="always">
          access settings
        </Anchor>
        ). Each row holds the hash of the row before it:{' '}
        <Code className={styles.code ?? ''}>npm run verify-audit</Code> on the machine of the server
        finds a row that was changed or removed.
      </Text>
      <LazyPopover
        opened={opened}
        onChange={(next) => (next ? open() : close())}
        position="bottom-end"
        width="min(26rem, calc(100vw - 2rem))"
        trapFocus
        button={
          <Button
            size="xs"
            disabled={newest === undefined}
            leftSection={<IconFingerprint size="0.875rem" aria-hidden="true" />}
          >
            Hash of the newest row
          </Button>
        }
      >
        {newest ? (
          <CopyField
            label="Hash of the newest row"
            value={newest.hash}
            description={`Row ${newest.id}, ${momentText(newest.at, true)}. Note it at another place: with --head HASH the check fails when this row is gone.`}
          />
        ) : null}
      </LazyPopover>
    </Group>
  );
}
