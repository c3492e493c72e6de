import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Writes what is by others: `sbom.cdx.json`, a bill of materials (CycloneDX) in which the tools that only build and test
 * are marked, and `third-party-licences.txt`, the licences of what is shipped. The same lock and the same npm make the same files.
 *
 * @param {string} root of the repository
 * @param {string} folder that they are written into
 */
export async function writeThirdParty(root, folder) {
  const bom = await billOfMaterials(root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom)}\n`);
  writeFileSync(join(folder, 'third-party-licences.txt'), licenceTexts(root));
}

/** @param {string} root */
async function billOfMaterials(root) {
  // Not with `--omit=dev`: it leaves out whatever a tool needs as well, such as React.
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
  ];
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const { serialNumber: _, ...bom } = JSON.parse(stdout);
  delete bom.metadata.timestamp;
  // npm takes the name of the folder.
  bom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
  return bom;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Each text once, below the packages that have it.
 *
 * @param {string} root
 */
function licenceTexts(root) {
  /** @type {Map<string, string[]>} */
  const packagesOf = new Map();
  for (const { path, name, version, license } of shippedPackages(root)) {
    const text = textsIn(join(root, path)).join('\n\n');
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const line = '-'.repeat(72);
  return [...packagesOf]
    .map(([text, names]) => [...names, '', text || 'The package has no text.', line, ''].join('\n'))
    .join('\n');
}

/**
 * What is neither a development dependency nor ours.
 *
 * @param {string} root of the repository
 * @returns {{ path: string, name: string, version: string, license: string }[]}
 */
function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license = 'not stated' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name, version, license };
    });
}

/**
 * @param {string} folder of a package; it is not there when the package is for another system
 * @returns {string[]}
 */
function textsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
}
