import { basename } from 'node:path';

/**
 * Which modules travel together. By itself the bundler makes a file for every set of sharers: hundreds, most of them
 * under 1 KiB, each a request on a first visit.
 *
 *   boot      what runs first, and what the page and the worker's client share: neither waits for the other
 *   client    the page's end of the data worker, which starts before React
 *   page      React, the router, and what the public pages share with the console
 *   public    what the public pages need beyond that
 *   late      what every page loads after its first paint
 *   console   what the dashboard and its frame need beyond the page
 */
const ROUTE = '?tsr-split=component';
const ENTRIES = {
  boot: ['src/boot.ts'],
  client: ['src/console/session.ts'],
  page: ['src/main.tsx'],
  public: [
    `src/routes/index.tsx${ROUTE}`,
    `src/routes/login.tsx${ROUTE}`,
    `src/routes/signup.tsx${ROUTE}`,
  ],
  late: ['src/features/notifications/toast-view.tsx'],
  console: [`src/routes/_console.tsx${ROUTE}`, `src/routes/_console/dashboard.tsx${ROUTE}`],
};

/** Modules that only hand on others: of these only what is imported by name counts. */
const BARREL = /@mantine\/\w+\/esm\/index\.mjs$|tabler-icons-react\.mjs$/;
/** The page's packages hand them on, and tables alone use them. */
const OF_TABLES =
  /@tanstack\/(?:store\/dist\/shallow|[\w-]+\/build\/modern\/(?:infiniteQueryObserver|useInfiniteQuery))\.js$/;
const NAMED_IMPORTS = /import\s*\{([^}]*)\}\s*from\s*["'](?:@mantine\/|@tabler\/)/g;

/**
 * @typedef {{ importedIds: readonly string[], code: string | null }} ModuleInfo
 * @typedef {{ getModuleInfo(id: string): ModuleInfo | null }} Graph
 */

/** @param {string} root of the repository */
export function chunkGroups(root) {
  /** @type {Map<string, string> | undefined} */
  let names;
  return Object.keys(ENTRIES).map((name, index) => ({
    debugName: name,
    // A group takes the imports of its modules with it, so what is common goes first.
    priority: 10 - index,
    /** @type {(id: string, graph: Graph) => string | null} */
    name(id, graph) {
      names ??= chunkNames(root, graph);
      return names.get(id) === name ? name : null;
    },
  }));
}

const AT_THE_START = new Set(['boot', 'client', 'page', 'console']);
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/**
 * Lets the browser compile the first screen's functions while their file is on its way, in another thread, instead of
 * each when it is first called: V8's explicit compile hints (https://v8.dev/blog/explicit-compile-hints).
 *
 * @returns {import('vite').Plugin}
 */
export function compileHints() {
  return {
    name: 'meridian-compile-hints',
    // Other bytes, another name: files are kept for ever by their names.
    augmentChunkHash: ({ name }) => (AT_THE_START.has(name) ? COMPILE_HINT : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && AT_THE_START.has(chunk.name))
            chunk.code = `${COMPILE_HINT}\n${chunk.code}`;
      },
    },
  };
}

/**
 * @param {string} root
 * @param {Graph} graph
 * @returns {Map<string, string>} the chunk of each module that is in a named one
 */
function chunkNames(root, graph) {
  const closures = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, entries]) => [name, closureOf(root, entries, graph)]),
  );
  const { boot = [], client = [], page = [], late = [], console: shell = [] } = closures;
  const publicPages = closures.public ?? [];
  const inPage = new Set([...page, ...publicPages]);
  const elsewhere = new Set([...shell, ...late]);
  const both = client.filter((id) => inPage.has(id));
  const shellAndLate = late.filter((id) => shell.includes(id));
  /** @type {readonly [string, readonly string[]][]} the later rule holds */
  const rules = [
    ['console', shell],
    ['late', late],
    ['public', publicPages],
    ['page', [...page, ...publicPages.filter((id) => elsewhere.has(id)), ...shellAndLate]],
    ['client', client],
    ['boot', [...both, ...boot]],
  ];
  return new Map(rules.flatMap(([name, ids]) => ids.map((id) => [id, name])));
}

/**
 * @param {string} root
 * @param {readonly string[]} entries
 * @param {Graph} graph
 * @returns {string[]} the entries and everything that they import statically
 */
function closureOf(root, entries, graph) {
  const seen = new Set(entries.map((entry) => `${root}/${entry}`));
  const missing = [...seen].find((id) => graph.getModuleInfo(id) === null);
  if (missing) throw new Error(`scripts/chunks.mjs: ${missing} is not part of the build`);
  for (const id of seen) for (const next of importsOf(id, graph)) seen.add(next);
  return [...seen];
}

/**
 * @param {string} id
 * @param {Graph} graph
 * @returns {string[]}
 */
function importsOf(id, graph) {
  const { importedIds: all = [], code = '' } = graph.getModuleInfo(id) ?? {};
  const importedIds = all.filter((next) => !OF_TABLES.test(next));
  const names = new Set(
    [...(code ?? '').matchAll(NAMED_IMPORTS)].flatMap(([, list = '']) =>
      list.split(',').map((name) => plain(name.trim().split(' ', 1)[0] ?? '')),
    ),
  );
  return importedIds.flatMap((next) => {
    if (!BARREL.test(next)) return next;
    const behind = graph.getModuleInfo(next)?.importedIds ?? [];
    return behind.filter(
      (one) => names.has(plain(basename(one, '.mjs'))) || names.has(ofPackage(one)),
    );
  });
}

/**
 * @param {string} id of a module of another package that the barrel hands on, such as react-remove-scroll
 * @returns {string} the package's name as the part is called that is imported from it
 */
const ofPackage = (id) => plain(/node_modules\/(?:react-)?([\w-]+)/.exec(id)?.[1] ?? '');

/** @param {string} name as it is imported (useClickOutside), or of its file (use-click-outside) */
const plain = (name) => name.replaceAll('-', '').toLowerCase();
