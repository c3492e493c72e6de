import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { acknowledge, takeBack, useIsWaiting } from '../../console/acknowledgements.ts';
import { notifyFailure } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { notify } from '../../console/notices.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { accountName } from '../../device/markers.ts';
import { KEPT_NOTICE } from '../../domain/incident-text.ts';
import { type Owner, type OwnerAction, ownerAction, ownerOf } from '../../domain/owner.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPopup } from '../../ui/lazy-popup.tsx';
import type { ProblemMenuProps } from './problem-menu.tsx';
import styles from './problem-row.module.css';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);
const HandOverDialog = lazyDialog(
  async () => (await import('./hand-over-dialog.tsx')).HandOverDialog,
);
const NoteDialog = lazyDialog(async () => (await import('./note-dialog.tsx')).NoteDialog);
const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);
const MenuButton = lazyPopup<ProblemMenuProps>(
  'menu',
  async () => (await import('./problem-menu.tsx')).ProblemMenu,
);

/** A link may ask whether the incident is to be taken on. */
export interface AskedToTake {
  asksToTake?: boolean;
  /** The question is open. */
  onAsked?: () => void;
}

interface ProblemActionsProps extends AskedToTake {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
  /** Without the menu. */
  isShort?: boolean;
  /** This is its own screen, to which nothing has to lead. */
  isOwnScreen?: boolean;
}

type Dialog = 'takeOn' | 'takeOver' | 'handOver' | 'note';

const LABELS: Readonly<Record<OwnerAction, string>> = {
  takeOn: 'I am on it',
  accept: 'Accept',
  takeBack: 'Take back',
  takeOver: 'Take over',
  addNote: 'Add note',
};

/** The one thing that is done next about an open incident, and a menu of the others. */
export function ProblemActions(props: ProblemActionsProps) {
  const { incident, title, isShort = false, isOwnScreen = false } = props;
  const id = String(incident.id);
  const owner = ownerOf(incident, useServerNow());
  const by = owner.state === 'taken' ? owner.by : '';
  const [dialog, setDialog] = useAskedDialog(props, by === '' ? 'takeOn' : 'takeOver');
  const isAllowed = useDisabledReason('acknowledgeIncident') === undefined;
  const { isPending, mutate } = useMutation({
    mutationFn: (note: string) => acknowledge({ incident: id, title, note }),
    onSuccess: (end) => notify(end === 'sent' ? ON_IT(title) : KEPT_NOTICE),
    onError: (error) => notifyFailure('Could not be acknowledged', error),
  });
  if (!isAllowed || incident.endedAt !== null) return null;
  const about = { incident, title };
  const dialogOf = (name: Dialog) => ({
    opened: dialog === name,
    onClose: () => setDialog(undefined),
  });
  const take = (note: string) => {
    mutate(note);
    setDialog(undefined);
  };
  return (
    <div className={styles.actions} data-short={isShort || undefined}>
      <NextButton
        {...about}
        owner={owner}
        isPending={isPending}
        onTake={() => mutate('')}
        onAsk={setDialog}
      />
      {isShort ? null : <MoreButton {...about} isOwnScreen={isOwnScreen} onAsk={setDialog} />}
      <AcknowledgeDialog
        {...dialogOf('takeOn')}
        count={1}
        pending={isPending}
        onAcknowledge={take}
      />
      <ConfirmDialog
        {...dialogOf('takeOver')}
        title={`Take over from ${by}`}
        text={`${by} is on it: ${title}. Every console and display shows your name instead.`}
        confirm="Take over"
        onConfirm={() => take('')}
      />
      <HandOverDialog {...dialogOf('handOver')} {...about} />
      <NoteDialog {...dialogOf('note')} {...about} isBesideName={by === accountName()} />
    </div>
  );
}

interface NextButtonProps extends Pick<ProblemActionsProps, 'incident' | 'title'> {
  owner: Owner;
  isPending: boolean;
  onTake: () => void;
  onAsk: (dialog: Dialog) => void;
}

function NextButton({ incident, title, owner, isPending, onTake, onAsk }: NextButtonProps) {
  const id = String(incident.id);
  const isWaiting = useIsWaiting(id);
  const next = ownerAction(owner, accountName());
  const from = owner.state === 'taken' && next === 'takeOver' ? ` from ${owner.by}` : '';
  const label = isWaiting ? 'Take back' : LABELS[next];
  function press(): void {
    if (isWaiting) void takeBack(id).catch(reportError);
    else if (next === 'addNote') onAsk('note');
    else if (next === 'takeOver') onAsk('takeOver');
    // A disabled button would lose the focus: a second press does nothing instead.
    else if (!isPending) onTake();
  }
  const isFilled = next === 'accept' || owner.state === 'nobody';
  return (
    <Button
      className={styles.button ?? ''}
      size="xs"
      variant={isFilled && !isWaiting ? 'filled' : 'default'}
      aria-busy={isPending}
      aria-label={`${label}${isWaiting ? '' : from}: ${title}`}
      onClick={press}
    >
      {label}
    </Button>
  );
}

type MoreButtonProps = Pick<NextButtonProps, 'incident' | 'title' | 'onAsk'> &
  Required<Pick<ProblemActionsProps, 'isOwnScreen'>>;

function MoreButton({ onAsk, ...about }: MoreButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuButton
      button={
        <ActionIcon className={styles.more ?? ''} aria-label={`More: ${about.title}`}>
          <IconDots size="1rem" />
        </ActionIcon>
      }
      opened={isOpen}
      onChange={setOpen}
      onNote={() => onAsk('note')}
      onHandOver={() => onAsk('handOver')}
      {...about}
    />
  );
}

/** @returns the dialog that is open, which a link may have asked for */
function useAskedDialog({ asksToTake = false, onAsked }: AskedToTake, asked: Dialog) {
  const state = useState<Dialog | undefined>(asksToTake ? asked : undefined);
  const tell = useEffectEvent(() => onAsked?.());
  useEffect(() => {
    if (asksToTake) tell();
  }, [asksToTake]);
  return state;
}

const ON_IT = (title: string) =>
  ({ severity: 'success', title: 'You are on it', message: title }) as const;
