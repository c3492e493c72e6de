import { useEffect, useState } from 'react';

/**
 * Whether the server is out of reach, and so nobody can sign in. Asked when the page opens and when the browser reports
 * another network.
 */
export function useUnreachable(): boolean {
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const check = () =>
      fetch('/release-notes.json', { method: 'HEAD', cache: 'no-store', signal: over.signal })
        // Chromium reports an answer whose empty body nobody reads as aborted.
        .then((answer) => answer.text())
        .then(
          () => setUnreachable(false),
          () => setUnreachable(!over.signal.aborted),
        );
    for (const name of ['online', 'offline', 'focus']) {
      addEventListener(name, check, { signal: over.signal });
    }
    void check();
    return () => over.abort();
  }, []);
  return unreachable;
}
