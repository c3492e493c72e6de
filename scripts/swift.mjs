import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian } from './debian.mjs';

/** OpenStack Swift, the object storage with an S3 interface that tests run against (tests/server/s3/swift.ts). */
const PROGRAMS = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
];
const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];

/** @returns whether all of its programs are on the path */
export const hasSwift = () =>
  PROGRAMS.every((name) =>
    (process.env.PATH ?? '').split(':').some((directory) => existsSync(join(directory, name))),
  );

/** Installs it where that is allowed. Its tests are left out without it, and the end of the run says so. */
export async function ensureSwift() {
  if (!hasSwift()) await installFromDebian(PACKAGES, 'No object storage found to test S3 with');
}
