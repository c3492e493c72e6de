import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useRead } from '../../client/reads.ts';

/** News is gathered for so long before it is said: one sentence, however much happens. */
const GATHER_MS = 10_000;

/** What screen readers announce of the mesh, on every screen: apart from the shell, as it moves with every message. */
export function ConsoleSummary() {
  const activity = useRead('activity');
  const connections = useRead('connections');
  return <SummaryRegion activity={activity.data} connections={connections.data} />;
}

/** The one polite live region about the mesh: says, now and then, what has changed meanwhile. */
export function SummaryRegion({ activity, connections }: Known) {
  const said = useRef<Known>({ activity: undefined, connections: undefined });
  const latest = useRef<Known>(said.current);
  const [text, setText] = useState('');

  useEffect(() => {
    latest.current = { activity, connections };
    // What is read for the first time is what later news is measured against.
    said.current = {
      activity: said.current.activity ?? activity,
      connections: said.current.connections ?? connections,
    };
  }, [activity, connections]);

  useEffect(() => {
    const timer = setInterval(() => {
      const news = summaryText(said.current, latest.current);
      said.current = latest.current;
      if (news) setText(news);
    }, GATHER_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <VisuallyHidden role="status" data-summary="">
      {text}
    </VisuallyHidden>
  );
}

/** What a screen knew at a moment; undefined: not read yet. */
export interface Known {
  readonly activity: readonly Pick<Activity, 'id'>[] | undefined;
  readonly connections: readonly Pick<Connection, 'id' | 'name' | 'status'>[] | undefined;
}

/**
 * What has become different, in one sentence for who cannot see it: "3 new activities; Archive does not
 * answer". Only what is new is counted, and a platform is named only when it began or ceased to answer.
 *
 * @returns '' when there is nothing to say; what is read for the first time is no news
 */
export function summaryText(before: Known, after: Known): string {
  return [newActivities(before, after), ...platformNews(before, after)].filter(Boolean).join('; ');
}

function newActivities(before: Known, after: Known): string {
  if (!before.activity || !after.activity) return '';
  const last = before.activity[0]?.id;
  const at = after.activity.findIndex(({ id }) => id === last);
  const count = at < 0 ? after.activity.length : at;
  if (count === 0) return '';
  return count === 1 ? '1 new activity' : `${count.toLocaleString()} new activities`;
}

function platformNews(before: Known, after: Known): string[] {
  const then = new Map(before.connections?.map(({ id, status }) => [id, answers(status)]));
  return (after.connections ?? []).flatMap(({ id, name, status }) => {
    const now = answers(status);
    if (now === undefined || then.get(id) === undefined || then.get(id) === now) return [];
    return [now ? `${name} answers again` : `${name} does not answer`];
  });
}

/** @returns undefined where the status does not say */
function answers(status: string): boolean | undefined {
  if (status === 'connected' || status === 'warning') return true;
  return status === 'error' ? false : undefined;
}
