import { useEffect, useState } from 'react';
import { keyOf } from '../../../contract/paths.ts';
import { pageCache } from '../../console/page-cache.ts';
import { workerClient } from '../../console/worker-client.ts';
import type { Known } from '../../domain/mesh-news.ts';
import type { ValueStore } from '../../shared/subscribable.ts';

/** News is gathered for so long before it is said: one sentence, however much happens. */
const GATHER_MS = 10_000;

type KnownStore = Pick<ValueStore<Known>, 'get' | 'subscribe'>;

/** All that the page knows of the mesh. */
const OF_PAGE: KnownStore = {
  get: () => ({
    activity: pageCache.entry<Known['activity']>(keyOf('activity'))?.data,
    connections: pageCache.entry<Known['connections']>(keyOf('connections'))?.data,
  }),
  subscribe: pageCache.subscribe,
};

/** What screen readers announce of the mesh, on every screen. */
export function ConsoleSummary() {
  useEffect(() => workerClient.subscribe('activity'), []);
  useEffect(() => workerClient.subscribe('connections'), []);
  return <SummaryRegion known={OF_PAGE} />;
}

/**
 * The one polite live region about the mesh: says, now and then, what has changed meanwhile. It is rendered when it speaks,
 * not by what it gathers.
 */
export function SummaryRegion({ known }: { known: KnownStore }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let said = known.get();
    let latest = said;
    const undo = known.subscribe(() => {
      latest = known.get();
      // What is read for the first time is what later news is measured against.
      said = {
        activity: said.activity ?? latest.activity,
        connections: said.connections ?? latest.connections,
      };
    });
    const timer = setInterval(() => {
      const [before, now] = [said, latest];
      said = latest;
      // Needed long after the first paint; where it cannot be had, the next news loads it.
      void import('../../domain/mesh-news.ts').then(
        ({ summaryText }) => setText((text) => summaryText(before, now) || text),
        () => undefined,
      );
    }, GATHER_MS);
    return () => {
      undo();
      clearInterval(timer);
    };
  }, [known]);
  return (
    <span role="status" className="visually-hidden" data-summary="">
      {text}
    </span>
  );
}
