import { createRequire } from 'node:module';

/**
 * What the page's components touch of a browser while they are drawn for the first time, for drawing them at
 * build time. Nothing here does anything.
 */

/** A signed-in operator's name is not known at build time; its line keeps its height. */
const NO_NAME = '\u00a0';
/** What the components ask of a browser: only these, so that anything new fails the build. */
const TITLE_OF = /^meta\[name="(?<name>[\w-]+)"\]$/;

/** Node's own would keep the build from ending. */
class QuietChannel {
  postMessage() {
    return undefined;
  }
  addEventListener() {
    return undefined;
  }
}

/**
 * @param {{ product: string, parentSite: string, version: string }} names
 */
export function standIn(names) {
  patchReact();
  const nothing = () => undefined;
  /** @type {Record<string, string>} */
  const facts = {
    'application-name': names.product,
    'parent-site': names.parentSite,
    version: names.version,
  };
  const page = {
    title: '',
    visibilityState: 'visible',
    documentElement: { dataset: {} },
    addEventListener: nothing,
    /** @param {string} selector */
    querySelector(selector) {
      const name = TITLE_OF.exec(selector)?.groups?.name ?? '';
      return {
        content: facts[name] ?? '',
        /** @param {string} _attribute @param {string} value */
        setAttribute(_attribute, value) {
          facts[name] = value;
        },
      };
    },
  };
  let signedIn = false;
  const storage = { getItem: () => (signedIn ? NO_NAME : null) };
  const location = { origin: 'http://localhost', pathname: '/', search: '' };
  const matchMedia = () => ({ matches: false, addEventListener: nothing });
  const stands = {
    document: page,
    location,
    window: { addEventListener: nothing, location, matchMedia },
    // Whatever a browser may lack is lacking.
    navigator: {},
    matchMedia,
    getComputedStyle: () => ({ fontSize: '16px' }),
    addEventListener: nothing,
    BroadcastChannel: QuietChannel,
    localStorage: storage,
    sessionStorage: storage,
  };
  for (const [name, value] of Object.entries(stands))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  return {
    /** @param {boolean} next */
    signIn(next) {
      signedIn = next;
    },
    /** @returns what the page last drawn calls itself */
    named: () => ({ title: page.title, description: facts.description ?? '' }),
    remove() {
      for (const name of Object.keys(stands)) Reflect.deleteProperty(globalThis, name);
    },
  };
}

/** On a server React asks stores for what they would say there; here they say what the page first reads. */
function patchReact() {
  const react = createRequire(import.meta.url)('react');
  const { useSyncExternalStore } = react;
  /** @type {typeof import('react').useSyncExternalStore} */
  react.useSyncExternalStore = (subscribe, read, readOnServer = read) =>
    useSyncExternalStore(subscribe, read, readOnServer);
}
