import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { BundleStore, ObserveStore } from './bundle-store.ts';
import { openFileStore } from './file-store.ts';

/** The caller closes it. */
export async function openBundleStore(
  { dataDir, bundleStore: config }: Pick<Config, 'dataDir' | 'bundleStore'>,
  observe: ObserveStore = () => undefined,
): Promise<BundleStore> {
  if (config.kind === 'file') return openFileStore(config, dataDir);
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store({ config, scratchDirectory: join(dataDir, 'bundles'), observe });
}
