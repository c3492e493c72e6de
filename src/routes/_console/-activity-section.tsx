import { useLinkState, useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { ActivityPanel } from '../../ui/activity-list/activity-panel.tsx';
import { stateOf } from './-reading-state.ts';

const AGES_EVERY_MS = 10_000;

/** The live activity with its data. */
export function ActivitySection() {
  const activity = useRead('activity');
  const link = useLinkState();
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <ActivityPanel
      rows={activity.data}
      reading={stateOf(activity)}
      live={link.liveMessageSeen}
      now={now}
    />
  );
}
