import { existsSync } from 'node:fs';
import { run } from './child.mjs';

/**
 * Installs packages where that is allowed: as root, on Debian.
 *
 * @param {readonly string[]} packages
 * @param {string} why said before it begins
 */
export async function installFromDebian(packages, why) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`${why}: installing ${packages.join(' ')} (apt-get).`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env, quiet: true });
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
  });
}
