import { createFileRoute, redirect } from '@tanstack/react-router';
import { hasMarker } from '../link/markers.ts';
import { ownVersion, parentSite, productName } from '../product.ts';
import { useReady } from '../ready.ts';
import { Landing } from '../ui/landing/landing.tsx';
import { usePage } from './-page-title.ts';
import { HOME } from './-redirect.ts';

/** For visitors; who is signed in is led on. */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    if (hasMarker()) throw redirect({ to: HOME });
  },
  component: LandingPage,
});

function LandingPage() {
  const product = productName();
  useReady(true);
  usePage(
    'Answers you can check, from a mesh you can see',
    `${product} is the intelligence layer of seven sovereign platforms: cited answers, smart routing and live mesh monitoring.`,
  );
  return <Landing product={product} parentSite={parentSite()} version={ownVersion()} />;
}
