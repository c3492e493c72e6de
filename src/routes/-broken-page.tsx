import type { ErrorComponentProps } from '@tanstack/react-router';
import { Broken } from '../ui/broken/broken.tsx';

/** Stands in for a screen that threw, or whose code did not arrive. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  return <Broken message={message} onRetry={reset} />;
}
