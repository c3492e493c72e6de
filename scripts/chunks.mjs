/**
 * Which modules travel together. A chunk for every set of sharers would make dozens of small files, each with
 * its headers and its own start of a dictionary; what is always loaded together is one file instead.
 *
 *   boot      what runs first, by itself, and what the page and the data worker's end of it share: neither waits
 *             for the other
 *   page      what every page needs: React, the router, the root; and what the console shares with the landing
 *             page or the sign-in, which is little
 *   front     what the landing page and the sign-in share
 *   gate      the sign-in, and what the sign-up takes of it
 *   console   what the shell of the screens and the dashboard need beyond it
 *   link      the page's end of the data worker, which a console starts before the rest
 */

/** What is opened first; `ROUTE` is the part of a route's file that loads when the route is shown. */
const ROUTE = '?tsr-split=component';
const NAMES = /** @type {const} */ (['boot', 'page', 'link', 'front', 'gate', 'console']);
const BOOT_ENTRY = 'src/boot.ts';
const PAGE_ENTRY = 'src/main.tsx';
const LINK_ENTRY = 'src/link/early-start.ts';
const LANDING_ENTRY = `src/routes/index.tsx${ROUTE}`;
const GATE_ENTRY = `src/routes/login.tsx${ROUTE}`;
const SIGN_UP_ENTRY = `src/routes/signup.tsx${ROUTE}`;
const CONSOLE_ENTRIES = [
  `src/routes/_console.tsx${ROUTE}`,
  `src/routes/_console/dashboard.tsx${ROUTE}`,
];

/**
 * @typedef {(typeof NAMES)[number] | ''} Name
 * @typedef {{ getModuleInfo(id: string): { importedIds: readonly string[] } | null }} Graph
 */

/**
 * @param {string} root of the repository
 * @returns {{ groups: { name: (id: string, graph: Graph) => string | null, priority: number, debugName: string }[] }}
 */
export function chunkGroups(root) {
  /** @type {Map<string, Name> | undefined} */
  let names;
  // A group takes what its modules import with it: what is common goes first.
  const groups = NAMES.map((own, place) => ({
    debugName: own,
    priority: NAMES.length - place,
    /** @type {(id: string, graph: Graph) => string | null} */
    name(id, graph) {
      names ??= chunkNames(root, graph);
      return names.get(id) === own ? own : null;
    },
  }));
  return { groups };
}

/**
 * @param {string} root
 * @param {Graph} graph
 * @returns {Map<string, Name>} the chunk of each module that is in one of them
 */
function chunkNames(root, graph) {
  /** @param {readonly string[]} entries */
  const closure = (entries) =>
    closureOf(
      graph,
      entries.map((entry) => `${root}/${entry}`),
    );
  const landing = closure([LANDING_ENTRY]);
  const gate = closure([GATE_ENTRY]);
  const signUp = closure([SIGN_UP_ENTRY]);
  const inConsole = closure(CONSOLE_ENTRIES);
  const link = closure([LINK_ENTRY]);
  const page = closure([PAGE_ENTRY]);
  const both = (/** @type {Set<string>} */ one, /** @type {Set<string>} */ other) =>
    [...one].filter((id) => other.has(id));
  /** @type {readonly [Name, Iterable<string>][]} the later rule holds; empty: wherever the bundler puts it */
  const rules = [
    ['gate', gate],
    ['console', inConsole],
    ['', both(inConsole, signUp)],
    ['front', both(gate, landing)],
    ['page', both(inConsole, landing)],
    ['page', both(inConsole, gate)],
    ['link', link],
    ['page', page],
    ['boot', both(link, page)],
    ['boot', closure([BOOT_ENTRY])],
  ];
  return new Map(rules.flatMap(([name, ids]) => [...ids].map((id) => [id, name])));
}

/**
 * @param {Graph} graph
 * @param {readonly string[]} entries
 * @returns {Set<string>} the entries and everything that they import statically: it
 * names them all, and each icon goes where it is used
 */
function closureOf(graph, entries) {
  const seen = new Set(entries);
  for (const id of seen)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  return seen;
}
