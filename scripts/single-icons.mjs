const SET = '@tabler/icons-react';
const NAMED_IMPORT = /import\s*\{(?<names>[^}]*)\}\s*from\s*['"]@tabler\/icons-react['"];?/g;

/**
 * Imports each icon from its own file: the set names five thousand, which the bundler would read all, and of
 * which it could not tell who uses which.
 *
 * @returns {import('vite').Plugin}
 */
export function singleIcons() {
  return {
    name: 'meridian-single-icons',
    apply: 'build',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes(SET)) return null;
      return code.replace(NAMED_IMPORT, (_whole, /** @type {string} */ names) => importsOf(names));
    },
  };
}

/** @param {string} names as they stand between the braces */
function importsOf(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => `import ${name} from '${SET}/dist/esm/icons/${name}.mjs';`)
    .join('');
}
