import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Broken, type Words } from '../ui/broken/broken.tsx';

/** Stands in for a screen that threw, or whose code did not arrive. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const [words, setWords] = useState<Words>();
  useEffect(() => {
    const over = new AbortController();
    import('./-missing-part.ts').then(
      ({ followMissingPart }) => followMissingPart(error, setWords, over.signal),
      // Then a part is missing for certain.
      () => setWords({ onRetry: () => location.reload() }),
    );
    return () => over.abort();
  }, [error]);
  const message = error instanceof Error ? error.message : String(error);
  return <Broken message={message} onRetry={reset} {...words} />;
}
