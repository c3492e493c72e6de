import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildId } from './sources.mjs';

/** What the page is called while nothing is built. */
const UNBUILT = 'development';

/**
 * Writes into the page which build and which version it is, so that it knows itself without asking: asked
 * later, the server may already have another one.
 *
 * @param {{ build: string, version: string }} release
 * @returns {import('vite').Plugin}
 */
export function releasePage({ build, version }) {
  let isBuild = false;
  return {
    name: 'meridian-release-page',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    transformIndexHtml: (html) =>
      html
        .replaceAll('%BUILD%', () => (isBuild ? build : UNBUILT))
        .replaceAll('%VERSION%', () => version)
        .replaceAll('%STYLE_NONCE%', () => styleNonceOf(build)),
  };
}

/**
 * Same sources, same page: the nonce follows from the build. It lets style elements through the content security
 * policy and nothing else, so it need not be a secret.
 *
 * @param {string} build
 */
const styleNonceOf = (build) =>
  createHash('sha256').update(`style ${build}`).digest('base64url').slice(0, 22);

/**
 * @param {string} root of the repository
 * @returns {{ build: string, version: string }}
 */
export function readRelease(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { build: buildId(root), version };
}

/**
 * @param {string} console_ folder of a built console
 * @returns {string} the build that its page says it is
 */
export function builtRelease(console_) {
  const html = readFileSync(join(console_, 'index.html'), 'utf8');
  const build = /<meta name="build" content="(?<build>\w+)"/.exec(html)?.groups?.build;
  if (build === undefined) throw new Error(`${console_}/index.html does not say which build it is`);
  return build;
}
