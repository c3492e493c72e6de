import { Suspense } from 'react';
import { extra } from './-extra.ts';

/** After the form: nothing waits for it, and a form without it is still whole. */
const Foot = extra(async () => (await import('./-gate-foot.tsx')).GateFootOfPage);

/** The foot of the sign-in's and the sign-up's page, once it has been loaded. */
export function LateFoot() {
  return (
    <Suspense>
      <Foot />
    </Suspense>
  );
}
