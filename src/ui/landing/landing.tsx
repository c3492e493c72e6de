import { CallToAction } from './call-to-action.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { Advantage, Capabilities, Proof, WhyItMatters } from './sections.tsx';
import { TopBar } from './top-bar.tsx';

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
      <TopBar product={product} />
      <main id="main" tabIndex={-1}>
        <Hero product={product} />
        <WhyItMatters product={product} />
        <Advantage />
        <Capabilities />
        <Proof product={product} />
        <CallToAction product={product} parentSite={parentSite} />
      </main>
      <Footer product={product} parentSite={parentSite} version={version} />
    </>
  );
}
