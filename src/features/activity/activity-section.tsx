import { useConnection, useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { ActivityPanel } from './activity-panel.tsx';

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;

/** The live activity with its data. */
export function ActivitySection() {
  const activity = useRead('activity');
  const platforms = useRead('connections').data ?? [];
  const { liveMessageSeen } = useConnection();
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <ActivityPanel
      rows={activity.data}
      read={activity}
      live={liveMessageSeen}
      platforms={platforms.map(({ name }) => name)}
      now={now}
    />
  );
}
