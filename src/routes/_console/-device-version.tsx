import { ownBuild, ownVersion } from '../../product.ts';
import { VersionSection } from '../../ui/device/version-section.tsx';

/** Which version this page is of, and the way to another. */
export function VersionOfDevice() {
  return <VersionSection version={ownVersion()} build={ownBuild()} />;
}
