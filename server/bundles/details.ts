import type { BundleDetails } from '../../contract/shapes/bundle.ts';
import type { Platform } from '../config.ts';
import type { StoredBundle } from '../store/bundles.ts';

/** A live message must stay small: every console gets it. The read has the longer list. */
const FILES_IN_MESSAGE = 100;

/** @param files `short`: at most the first hundred files, for a live message */
export function detailsOf(
  stored: StoredBundle,
  platforms: readonly Platform[],
  files: 'short' | 'whole',
): BundleDetails {
  const { bundle, sha256, priority, uploadedBy, problems, fileCount, history } = stored;
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;
  return {
    ...bundle,
    sha256,
    priority,
    uploadedBy,
    problems: [...problems],
    files: files === 'short' ? stored.files.slice(0, FILES_IN_MESSAGE) : [...stored.files],
    fileCount,
    targets: stored.targets.map((target) => ({ ...target, platform: nameOf(target.platform) })),
    history: [...history],
  };
}
