import { Alert, Code, Modal, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { useState } from 'react';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { namesOf } from '../../domain/groups.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ApproveDisplayForm } from './approve-display-form.tsx';
import { DisplayCard } from './display-card.tsx';

interface DisplaysDialogProps extends DialogProps {
  /** Pairing code from the link that was followed. */
  code: string;
}

/** The wall displays: a new one is approved by its code; the others can be identified and revoked. */
export function DisplaysDialog({ opened, code, onClose }: DisplaysDialogProps) {
  const displays = useRead('displays');
  const { data, failure, loading } = displays;
  const { groups } = namesOf(useReadData('connections') ?? []);
  const [group, setGroup] = useState('');
  return (
    <Modal opened={opened} title="Displays" size="xl" onClose={onClose}>
      {isMissing(displays) ? (
        <Text>This server has no displays.</Text>
      ) : (
        <Stack gap="lg">
          <section aria-label="Approve a display">
            <Title order={3}>Approve a display</Title>
            {groups.length === 0 ? null : (
              <NativeSelect
                label="Shows"
                mb="xs"
                maw="16rem"
                data={[{ value: '', label: 'All platforms' }, ...groups]}
                value={group}
                onChange={({ currentTarget }) => setGroup(currentTarget.value)}
              />
            )}
            <Text size="sm" c="dimmed" mb="sm">
              Open{' '}
              <Code>
                {location.host}/dashboard?wall=1{group && `&group=${encodeURIComponent(group)}`}
              </Code>{' '}
              on the screen. It shows a code. A display only reads, and stays signed in until it is
              revoked.
            </Text>
            <ApproveDisplayForm code={code} />
          </section>
          <section aria-label="Approved displays" aria-busy={loading}>
            <Title order={3} mb="xs">
              Approved displays
            </Title>
            {failure && !data ? (
              <Alert color="red" role="alert">
                The displays could not be read: {failure.userMessage}
              </Alert>
            ) : null}
            {loading ? <Skeleton height="6rem" /> : null}
            {data?.length === 0 ? (
              <EmptyState title="No displays yet" icon={<IconDeviceTv />} />
            ) : null}
            <Stack component="ul" gap="sm">
              {data?.map((display) => (
                <DisplayCard key={display.id} display={display} />
              ))}
            </Stack>
          </section>
        </Stack>
      )}
    </Modal>
  );
}
