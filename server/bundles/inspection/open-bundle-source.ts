import type { BundleLocation, ObserveStore } from '../store/bundle-store.ts';
import { type OpenSource, openFileSource } from './zip/byte-source.ts';

/** The bytes of a stored bundle. The SDK of S3 is loaded only for a bundle that is kept there. */
export async function openBundleSource(
  location: BundleLocation,
  observe: ObserveStore = () => undefined,
): Promise<OpenSource> {
  if (location.kind === 'file') return openFileSource(...location.paths);
  const { openS3Source } = await import('./s3-source.ts');
  return openS3Source(location, observe);
}
