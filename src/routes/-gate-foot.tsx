import { useEffect, useState } from 'react';
import { servedBuild } from '../link/updates/served-build.ts';
import { ownBuild, ownVersion } from '../product.ts';
import { GateFoot } from '../ui/gate/gate-foot.tsx';

/** Which version this is, and whether the server can be reached, which both forms need. */
export function GateFootOfPage() {
  return <GateFoot version={ownVersion()} build={ownBuild()} unreachable={useUnreachable()} />;
}

/** Asked when the page opens and when the browser says that the network is another. */
function useUnreachable(): boolean {
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const ask = () =>
      servedBuild().then((build) => {
        if (!over.signal.aborted) setUnreachable(build === undefined);
      }, reportError);
    for (const name of ['online', 'offline', 'focus']) {
      addEventListener(name, ask, { signal: over.signal });
    }
    void ask();
    return () => over.abort();
  }, []);
  return unreachable;
}
