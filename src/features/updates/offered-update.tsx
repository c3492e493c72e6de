import type { UpdateState } from '../../client/updates/updates.ts';
import { UpdateNotice } from './update-notice.tsx';
import { useReleases, useUpdating } from './use-updating.ts';

interface OfferedUpdateProps {
  state: 'ready' | 'held';
  /** Why a held page is held. */
  why: UpdateState['why'] | undefined;
  onLater: () => void;
}

/** A version that can be installed, with what is new in it. */
export function OfferedUpdate({ state, why, onLater }: OfferedUpdateProps) {
  const { asking, disabledReason, update } = useUpdating();
  return (
    <UpdateNotice
      state={state}
      disabledReason={why ?? disabledReason}
      busy={asking}
      releases={useReleases(true)}
      onUpdate={update}
      onLater={onLater}
    />
  );
}
