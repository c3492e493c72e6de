import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Broken } from '../ui/broken/broken.tsx';

/** What a browser says when a part of the program did not arrive; it says the same when simply offline. */
const NOT_ARRIVED = /module script|dynamically imported module|preload CSS/i;

/** Stands in for a screen that threw, or whose code did not arrive. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  const missing = useMissing(NOT_ARRIVED.test(message));
  return <Broken message={message} missing={missing} onRetry={missing ? reload : reset} />;
}

/** @returns why a part is missing, as soon as the server was asked */
function useMissing(isMissing: boolean) {
  const [missing, setMissing] = useState<'same' | 'another' | 'unreachable'>();
  useEffect(() => {
    if (!isMissing) return;
    import('../link/updates/server-page.ts')
      .then(({ askServer }) => askServer())
      .then(setMissing, () => setMissing('unreachable'));
  }, [isMissing]);
  return missing;
}

function reload(): void {
  import('../link/updates/server-page.ts').then(
    ({ reloadWhole }) => reloadWhole(),
    () => location.reload(),
  );
}
