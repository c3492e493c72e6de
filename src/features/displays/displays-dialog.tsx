import { Alert, Code, EmptyState, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import type { Display } from '../../../contract/shapes/display.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import type { Reading } from '../../shared/model.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ApproveDisplayForm } from './approve-display-form.tsx';
import { DisplayCard } from './display-card.tsx';
import { type DisplayActions, useDisplays } from './use-displays.ts';

const AGES_EVERY_MS = 10_000;
const NOT_FOUND = 404;

interface DisplaysDialogProps extends DialogProps {
  /** Pairing code from the link that was followed. */
  code: string;
}

/** The wall displays: a new one is approved by its code; the others can be identified and revoked. */
export function DisplaysDialog(props: DisplaysDialogProps) {
  const displays = useRead('displays');
  const now = useServerNow(AGES_EVERY_MS);
  return <DisplaysDialogView {...props} {...displays} {...useDisplays()} now={now} />;
}

export interface DisplaysDialogViewProps
  extends DisplaysDialogProps,
    DisplayActions,
    Pick<Reading<readonly Display[]>, 'data' | 'loading'> {
  /** Of the displays' read. */
  failure: { readonly status: number; readonly userMessage: string } | undefined;
  now: number;
}

export function DisplaysDialogView(props: DisplaysDialogViewProps) {
  const { opened, data, failure, loading, onClose } = props;
  return (
    <Modal opened={opened} title="Displays" size="xl" onClose={onClose}>
      {failure?.status === NOT_FOUND ? (
        <Text>This server has no displays.</Text>
      ) : (
        <Stack gap="lg">
          <section aria-label="Approve a display">
            <Title order={3}>Approve a display</Title>
            <Text size="sm" c="dimmed" mb="sm">
              Open <Code>{location.host}/dashboard?wall=1</Code> on the screen. It shows a code. A
              display only reads, and stays signed in until it is revoked.
            </Text>
            <ApproveDisplayForm {...props} />
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
                <DisplayCard key={display.id} {...props} display={display} />
              ))}
            </Stack>
          </section>
        </Stack>
      )}
    </Modal>
  );
}
