import { Box } from '@mantine/core';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import { CallToAction, Capabilities, Claims, TrustAndProof } from './sections.tsx';

interface LandingProps {
  product: string;
  /** Address of the mesh's parent platform site. */
  parentSite: string;
  version: string;
}

/** The page for visitors. */
export function Landing({ product, parentSite, version }: LandingProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <LandingHeader product={product} />
      <Box component="main" id="main" tabIndex={-1}>
        <Hero product={product} />
        <Claims product={product} />
        <Capabilities />
        <TrustAndProof product={product} />
        <CallToAction product={product} parentSite={parentSite} />
      </Box>
      <LandingFooter product={product} parentSite={parentSite} version={version} />
    </>
  );
}

export const landingMeta = (product: string) => ({
  title: 'Answers you can check, from a mesh you can see',
  description: `${product} is the intelligence layer of seven sovereign platforms: cited answers, smart routing and live mesh monitoring.`,
});
