import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../client/reads.ts';
import { type Known, summaryText } from '../../shared/mesh-news.ts';

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
