import guide from '../../../docs/tls.md?raw';
import { Guide } from '../guide/guide.tsx';

/** The whole of `docs/tls.md`; in a file of its own, because few ever read it. */
export function TlsGuide() {
  return <Guide text={guide} />;
}
