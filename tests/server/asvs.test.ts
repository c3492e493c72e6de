import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Keeps `docs/asvs.md` complete and true to the files and tests that it names. */

const ROOT = resolve(import.meta.dirname, '../..');
const TABLE = 'docs/asvs.md';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The requirements of levels 1 and 2, as chapter.section.first-last. */
const NUMBERS = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2
  2.1.1-3 2.2.1-3 2.3.1-4 2.4.1
  3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2
  4.1.1-3 4.2.1 4.3.1-2 4.4.1-4
  5.1.1 5.2.1-3 5.3.1-2 5.4.1-3
  6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4
  7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1 8.4.1
  9.1.1-3 9.2.1-4
  10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3
  11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1
  12.1.1-3 12.2.1-2 12.3.1-4
  13.1.1 13.2.1-5 13.3.1-2 13.4.1-5
  14.1.1-2 14.2.1-4 14.3.1-3
  15.1.1-3 15.2.1-3 15.3.1-7
  16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3
  17.1.1 17.2.1-4 17.3.1-2
`;

const numbers = NUMBERS.trim()
  .split(/\s+/)
  .flatMap((range) => {
    const [, section = '', first = '', last = first] = /^(.+\.)(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i) => `${section}${Number(first) + i}`);
  });

interface Row {
  readonly number: string;
  readonly state: string;
  readonly where: string;
}

const rows: readonly Row[] = read(TABLE)
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const cells = /^\| (\S+) \| [^|]+ \| (\S+) \| ([^|]+) \|$/.exec(line);
    const [, number = line, state = '', where = ''] = cells ?? [];
    return { number, state, where };
  });

/** Test files with the names of tests that follow them, and other files. */
function evidenceIn({ where }: Row) {
  const files: { path: string; tests: string[] }[] = [];
  for (const [, path, name] of where.matchAll(
    /`([^`\s]+\/[^`\s]+|Dockerfile|\.\w+|\w+\.json)`|"([^"]+)"/g,
  )) {
    if (path !== undefined) files.push({ path, tests: [] });
    else files.at(-1)?.tests.push(name ?? '');
  }
  const links = [...where.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  return { files, links };
}

/** As GitHub makes them. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );

const linksIn = (markdown: string) =>
  [...markdown.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);

/** @returns what a link of a file in `docs/` leads to that is not there */
function brokenLinks(file: string): string[] {
  return linksIn(read(file)).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });
}

const GUIDES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  ...readdirSync(join(ROOT, 'docs/operations')).map((name) => `docs/operations/${name}`),
];

describe('the table', () => {
  test('has every requirement of levels 1 and 2 once, in order', () => {
    expect(numbers).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(numbers);
  });

  test('names files that exist, and tests that are in them', () => {
    const wrong = rows.flatMap((row) =>
      evidenceIn(row).files.flatMap(({ path, tests }) => {
        if (!existsSync(join(ROOT, path))) return [`${row.number}: ${path}`];
        if (path.includes('.test.') && tests.length === 0)
          return [`${row.number}: no test of ${path}`];
        const text = read(path);
        const isThere = (name: string) =>
          ["'", '"', '`'].some((q) => text.includes(`${q}${name}${q},`));
        return tests
          .filter((name) => !isThere(name))
          .map((name) => `${row.number}: ${path} ${name}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('names no file in which a test is skipped', () => {
    const files = new Set(rows.flatMap((row) => evidenceIn(row).files.map(({ path }) => path)));
    const skipping = [...files].filter(
      (path) => path.includes('.test.') && /\b(?:test|describe|it)\.skip\(/.test(read(path)),
    );
    expect(skipping).toEqual([]);
  });

  test('shows what is met by a file and a test, or by what is written down; the rest has a reason', () => {
    const bare = rows.filter((row) => {
      const { files, links } = evidenceIn(row);
      if (row.state !== 'met') return !['n/a', 'open'].includes(row.state) || row.where.length < 5;
      const isTested = files.some(({ tests }) => tests.length > 0);
      const isShown = isTested || row.where.includes('no test: ');
      return !(isShown && files.length > 0) && links.length === 0;
    });
    expect(bare.map(({ number, state }) => `${number} ${state}`)).toEqual([]);
  });

  test('has the numbers that the landing page says', () => {
    const count = (...states: string[]) =>
      rows.filter(({ state }) => states.includes(state)).length;
    const [, said] = /'(OWASP ASVS [^']*)'/.exec(read('src/features/landing/copy.ts')) ?? [];
    expect(said).toBe(
      `OWASP ASVS 5.0, levels 1 and 2: ${count('met')} of the ${count('met', 'open')} that apply`,
    );
  });

  test('has the rows that the threat model names, and says the same of those that are open', () => {
    const named = [...read('docs/threat-model.md').matchAll(/\b(\d+\.\d+\.\d+)( \(open\))?/g)];
    expect(named.length).toBeGreaterThan(40);
    for (const [, number, open] of named) {
      const { state } = rows.find((row) => row.number === number) ?? {};
      expect([number, state]).toEqual([number, open ? 'open' : 'met']);
    }
  });

  test.each([TABLE, 'docs/security.md', 'docs/threat-model.md', ...GUIDES])(
    '%s links to what is there',
    (file) => {
      expect(brokenLinks(file)).toEqual([]);
    },
  );
});

/** Lines of the product's sources that match, as `path: line`. */
function linesWith(pattern: RegExp, folders: readonly string[]): string[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|stories)\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

test('the server starts no program but ping, without a shell, and nothing runs text as code', () => {
  const all = ['contract', 'proofs', 'server', 'src'];
  expect(linesWith(/child_process|node:vm|\bnew Function\(|\beval\(/, all)).toEqual([
    "server/outgoing/ping.ts: import { execFile } from 'node:child_process';",
  ]);
  expect(linesWith(/\bshell\b/, ['server/outgoing'])).toEqual([]);
  expect(linesWith(/dangerouslySetInnerHTML|(?:inner|outer)HTML\s*=|document\.write/, all)).toEqual(
    [],
  );
  // Of constants of their file.
  const constant = ['accounts/username-rules.ts', 'displays/pairings.ts', 'worker/table-file.ts'];
  const made = linesWith(/\bRegExp\(/, all).filter(
    (line) => !constant.some((path) => line.includes(path)),
  );
  expect(made).toEqual([]);
});

test('secrets are made by the system’s generator alone', () => {
  // Spread in time, and the name of a tab: nothing that nobody may guess.
  const harmless = [
    'server/live/hub.ts',
    'server/database/postgres/listener.ts',
    'src/worker/main.ts',
  ];
  const paths = linesWith(/Math\.random/, ['contract', 'proofs', 'server', 'src']).map(
    (line) => line.split(':')[0],
  );
  expect(new Set(paths)).toEqual(new Set(harmless));
});
