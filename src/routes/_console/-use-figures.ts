import { useEffect, useState } from 'react';
import { useLinkState, useServerNow } from '../../link/link-state.ts';
import { dataWorker } from '../../link/worker.ts';
import type { WorkerFacts } from '../../ui/diagnostics/worker-findings.ts';

const ASK_EVERY_MS = 5000;

/** What the data worker has counted, asked again every few seconds. */
export function useFigures(): WorkerFacts {
  const asked = useServerNow(ASK_EVERY_MS);
  const { role } = useLinkState();
  const [answer, setAnswer] = useState<{ of: number; figures: WorkerFacts['figures'] }>();
  const isDue = answer === undefined || asked > answer.of;
  useEffect(() => {
    if (!isDue) return undefined;
    let isOver = false;
    const take = (figures: WorkerFacts['figures']) => {
      if (!isOver) setAnswer({ of: asked, figures });
    };
    dataWorker.figures().then(take, () => take(undefined));
    return () => {
      isOver = true;
    };
  }, [asked, isDue]);
  return { role, figures: answer?.figures, heap: heapOf(performance) };
}

/** Told by Chromium alone. */
function heapOf(page: Performance): WorkerFacts['heap'] {
  if (!('memory' in page)) return undefined;
  const { usedJSHeapSize, jsHeapSizeLimit } = page.memory as Record<string, number>;
  if (usedJSHeapSize === undefined || jsHeapSizeLimit === undefined) return undefined;
  return { used: usedJSHeapSize, limit: jsHeapSizeLimit };
}
