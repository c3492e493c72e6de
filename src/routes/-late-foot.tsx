import { type ComponentType, lazy, Suspense } from 'react';
import type { GateFootOfPageProps } from './-gate-foot.tsx';

/** After the form: nothing waits for it. */
const Foot = lazy<ComponentType<GateFootOfPageProps>>(() =>
  import('./-gate-foot.tsx').then(
    ({ GateFootOfPage }) => ({ default: GateFootOfPage }),
    () => ({ default: NoFoot }),
  ),
);

/** A form without its foot is still whole. */
function NoFoot() {
  return null;
}

/** The foot of the sign-in's and the sign-up's page, once it has been loaded. */
export function LateFoot(props: GateFootOfPageProps) {
  return (
    <Suspense>
      <Foot {...props} />
    </Suspense>
  );
}
