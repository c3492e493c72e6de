import { createFileRoute, redirect } from '@tanstack/react-router';
import { hasMarker } from '../device/markers.ts';
import { ownVersion, parentSite, productName } from '../device/product.ts';
import { useReady } from '../device/use-ready.ts';
import { HOME } from '../features/auth/redirect.ts';
import { landingMeta } from '../features/landing/copy.ts';
import { Landing } from '../features/landing/landing.tsx';
import { usePage } from '../ui/page-title.ts';

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
