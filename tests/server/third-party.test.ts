import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeThirdParty } from '../../scripts/third-party.mjs';

/** What is by others: pinned, under licences that allow what is done with it, and listed by every build. */

const ROOT = resolve(import.meta.dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

const { dependencies, devDependencies, overrides } = readJson(join(ROOT, 'package.json'));
const LOCK: Record<string, LockedPackage> = readJson(join(ROOT, 'package-lock.json')).packages;
const locked = Object.entries(LOCK).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Of what is shipped. MPL-2.0 (web-push) asks for the source of changed files, and none is changed. OFL-1.1 is the font's. */
const SHIPPED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC'],
  ...['MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'Unlicense'],
];
/** Of tools that only build and test, which are not passed on. */
const TOOLS = [...SHIPPED, 'CC-BY-4.0', 'LGPL-3.0-or-later'];
/** Its manifest states none; its readme does. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { 'combine-errors': 'MIT' };

/** @returns whether one of the choices of an SPDX expression (OR) has allowed licences only (AND) */
const isAllowed = (expression: string, allowed: readonly string[]) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));

test('every version is exact, and every package has the digest of its bytes', () => {
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...overrides,
  }))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)]);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('no package has a licence that does not allow what is done with it', () => {
  const refused = locked.filter(([path, { license, dev }]) => {
    const stated = license ?? STATED_ELSEWHERE[nameOf(path)] ?? 'none';
    return !isAllowed(stated, dev ? TOOLS : SHIPPED);
  });
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('what the product imports is no development dependency', () => {
  const files = ['contract', 'proofs', 'server', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.stories)\.tsx?$/.test(file))
      .map((file) => join(ROOT, folder, file)),
  );
  const imports = /^(?:import|export)(?! type)[^;]*?from '([^'.][^']*)'/gm;
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(imports)].map(([, name = '']) => name),
  );
  const packages = new Set(
    imported
      .filter((name) => !name.includes(':'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  );
  expect(packages.size).toBeGreaterThan(30);
  expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});

describe('a build', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meridian-third-party-'));
    await writeThirdParty(ROOT, folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  interface Component {
    readonly name: string;
    readonly version: string;
    readonly hashes: readonly unknown[];
    readonly properties: readonly { name: string }[];
  }

  test('lists what is shipped in a bill of materials, and says nothing of this machine', () => {
    const { components, metadata, serialNumber } = readJson(join(folder, 'sbom.cdx.json'));
    const shipped = (components as Component[]).filter(
      ({ properties }) => !properties.some(({ name }) => name.endsWith(':development')),
    );
    expect(new Set(shipped.map(({ name, version }) => `${name} ${version}`))).toEqual(
      new Set(
        locked
          .filter(([, { dev }]) => !dev)
          .map(([path, { version }]) => `${nameOf(path)} ${version}`),
      ),
    );
    for (const { name, hashes } of shipped) expect([name, hashes.length]).toEqual([name, 1]);
    expect(metadata.component.name).toBe('meridian');
    expect([metadata.timestamp, serialNumber]).toEqual([undefined, undefined]);
  });

  test('has the texts of the licences', () => {
    const text = readFileSync(join(folder, 'third-party-licences.txt'), 'utf8');
    for (const [path, { version }] of locked.filter(([, { dev }]) => !dev))
      expect(text).toContain(`${nameOf(path)} ${version} (`);
    expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  });
});
