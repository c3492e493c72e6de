import { join } from 'node:path';
import type { BundleStoreConfig } from '../../config/bundle-store-config.ts';
import type { BundleStore, ObserveStore } from './bundle-store.ts';
import { openFileStore } from './file-store.ts';

interface OpenBundleStoreConfig {
  readonly dataDir: string;
  readonly bundleStore: BundleStoreConfig;
}

/** The caller closes it. */
export async function openBundleStore(
  { dataDir, bundleStore: config }: OpenBundleStoreConfig,
  observe: ObserveStore = () => undefined,
): Promise<BundleStore> {
  if (config.kind === 'file') return openFileStore(config, dataDir);
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store({ config, scratchDirectory: join(dataDir, 'bundles'), observe });
}
