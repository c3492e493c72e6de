import { createFileRoute, redirect } from '@tanstack/react-router';
import { hasMarker } from '../client/markers.ts';
import { useReady } from '../client/use-ready.ts';
import { HOME } from '../features/auth/redirect.ts';
import { landingMeta } from '../features/landing/copy.ts';
import { Landing } from '../features/landing/landing.tsx';
import { usePage } from '../features/shell/page-title.ts';
import { ownVersion, parentSite, productName } from '../product.ts';

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
  const { title, description } = landingMeta(product);
  usePage(title, description);
  return <Landing product={product} parentSite={parentSite()} version={ownVersion()} />;
}
