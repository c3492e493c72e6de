import { join } from 'node:path';
import type { BundleStore } from '../store/bundle-store.ts';
import { openFileUploads } from './file-upload-store.ts';
import type { UploadStore } from './upload-store.ts';

/** Unfinished uploads are kept where the bundles are. */
export async function openUploadStore(files: BundleStore): Promise<UploadStore> {
  const { config } = files;
  if (config.kind === 'file') return openFileUploads(join(config.directory, 'resumable'));
  const { openS3Uploads } = await import('./s3-upload-store.ts');
  return openS3Uploads(config, files.observe);
}
