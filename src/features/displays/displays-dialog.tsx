import {
  Alert,
  Code,
  EmptyState,
  Modal,
  Skeleton,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import type { Display, DisplayOrder } from '../../../contract/shapes/display.ts';
import { useAction } from '../../client/actions.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { ownBuild } from '../../product.ts';
import { notify } from '../../shared/notices.ts';
import { ApproveDisplayForm, type ApproveDisplayFormProps } from './approve-display-form.tsx';
import { DisplayCard, type DisplayCardProps } from './display-card.tsx';

const AGES_EVERY_MS = 10_000;
const NOT_FOUND = 404;

interface DisplaysDialogProps {
  opened: boolean;
  /** Pairing code from the link that was followed. */
  code: string;
  onClose: () => void;
}

/** The wall displays: a new one is approved by its code; the others can be identified and revoked. */
export function DisplaysDialog({ opened, code, onClose }: DisplaysDialogProps) {
  const displays = useRead('displays');
  const now = useServerNow(AGES_EVERY_MS);
  const actions = useDisplays();
  return (
    <DisplaysDialogView
      opened={opened}
      supported={displays.failure?.status !== NOT_FOUND}
      displays={displays.data}
      failure={displays.data ? undefined : displays.failure?.userMessage}
      code={code}
      address={`${location.host}/dashboard?wall=1`}
      ownBuild={ownBuild()}
      now={now}
      onClose={onClose}
      {...actions}
    />
  );
}

export interface DisplaysDialogViewProps
  extends ApproveDisplayFormProps,
    Omit<DisplayCardProps, 'display' | 'busy'> {
  opened: boolean;
  /** Undefined until they have been read. */
  displays: readonly Display[] | undefined;
  /** This server has displays. */
  supported: boolean;
  /** Why they could not be read. */
  failure: string | undefined;
  /** Id of the display that an action is under way on. */
  busyWith: string | undefined;
  /** Where a screen is opened to become a display. */
  address: string;
  onClose: () => void;
}

export function DisplaysDialogView(props: DisplaysDialogViewProps) {
  const { opened, supported, displays, failure, busyWith, address, onClose, ...rest } = props;
  const { code, approving, error, onApprove, ...card } = rest;
  return (
    <Modal opened={opened} title="Displays" size="xl" onClose={onClose}>
      {supported ? (
        <Stack gap="lg">
          <section aria-label="Approve a display">
            <Title order={3}>Approve a display</Title>
            <Text size="sm" c="dimmed" mb="sm">
              Open <Code>{address}</Code> on the screen. It shows a code. A display only reads, and
              stays signed in until it is revoked.
            </Text>
            <ApproveDisplayForm {...{ code, approving, error, onApprove }} />
          </section>
          <section aria-label="Approved displays" aria-busy={!displays && !failure}>
            <Title order={3} mb="xs">
              Approved displays
            </Title>
            {failure ? (
              <Alert color="red" role="alert">
                The displays could not be read: {failure}
              </Alert>
            ) : null}
            {!displays && !failure ? <Skeleton height="6rem" /> : null}
            {displays?.length === 0 ? (
              <EmptyState
                size="sm"
                title="No displays yet"
                icon={<IconDeviceTv aria-hidden="true" />}
              />
            ) : null}
            <Stack component="ul" gap="sm">
              <Tooltip.Group>
                {(displays ?? []).map((display) => (
                  <DisplayCard
                    key={display.id}
                    {...card}
                    display={display}
                    busy={busyWith === display.id}
                  />
                ))}
              </Tooltip.Group>
            </Stack>
          </section>
        </Stack>
      ) : (
        <Text>This server has no displays.</Text>
      )}
    </Modal>
  );
}

/** The actions on displays, each with its notice. */
function useDisplays() {
  const approval = useAction('approveDisplay', {
    success: (_, { name }) => ({ title: 'Display approved', message: name }),
  });
  const order = useAction('orderDisplay', { failure: 'The display could not be reached' });
  const revocation = useAction('revokeDisplay', { failure: 'The display could not be revoked' });
  const busy = [order, revocation].find(({ isPending }) => isPending);

  const sendOrder = (word: DisplayOrder) => (display: Display) =>
    order.mutate({ params: { id: display.id }, order: word });

  return {
    busyWith: busy?.variables?.params.id,
    approving: approval.isPending,
    // The form says why.
    error: approval.error?.userMessage,
    /** @returns whether the display was approved */
    onApprove: (asked: { code: string; name: string }): Promise<boolean> =>
      approval.mutateAsync(asked).then(
        () => true,
        () => false,
      ),
    onFlash: sendOrder('flash'),
    onReload: sendOrder('reload'),
    onRevoke: ({ id, name }: Display) =>
      void revocation.mutateAsync({ params: { id } }).then(
        () => notify({ title: 'Display revoked', message: name, severity: 'success' }),
        () => undefined,
      ),
  };
}
