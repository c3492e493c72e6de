import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type BundleLocation,
  BundleMissingError,
  type ObserveStore,
} from '../store/bundle-store.ts';
import { isMissing } from '../store/piece-store.ts';
import { type OpenSource, openFileSource } from './zip/byte-source.ts';

/**
 * The bytes of a stored bundle. The SDK of S3 is loaded only for a bundle that is kept there.
 *
 * @throws BundleMissingError when the store is there and the bundle is not; a folder that is gone is a mount that is away
 */
export async function openBundleSource(
  location: BundleLocation,
  observe: ObserveStore = () => undefined,
): Promise<OpenSource> {
  if (location.kind === 's3') {
    const { openS3Source } = await import('./s3-source.ts');
    return openS3Source(location, observe);
  }
  const [path = ''] = location.paths;
  return openFileSource(...location.paths).catch((error) => {
    throw isMissing(error) && existsSync(dirname(path)) ? new BundleMissingError(path) : error;
  });
}
