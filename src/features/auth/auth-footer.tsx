import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';

interface AuthFooterProps {
  version: string;
  build: string;
}

/** Below the form: which version this is and, while the server is out of reach, why nobody can sign in. */
export function AuthFooter({ version, build }: AuthFooterProps) {
  const unreachable = useUnreachable();
  return (
    <>
      <Text role="status" size="sm" ta="center" c="yellow">
        {unreachable
          ? 'The server cannot be reached. Passwords are checked there, never on this device.'
          : null}
      </Text>
      <Text size="xs" c="dimmed" ta="center">
        Version {version} ({build})
      </Text>
    </>
  );
}

/** Asked when the page opens and when the browser reports another network. */
function useUnreachable(): boolean {
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
