import { basename } from 'node:path';

/**
 * Classes of style sheets as the page carries them: `gate_title`. Short, since each stands in script, style and
 * HTML, and every login pays for it; and readable in a browser's inspector.
 *
 * @returns {import('vite').CSSModulesOptions}
 * @throws while building, when two style sheets have the same name and their classes could be confused
 */
export function classNames() {
  /** @type {Map<string, string>} */
  const owners = new Map();
  return {
    generateScopedName(name, file) {
      const [path = ''] = file.split('?', 1);
      const sheet = basename(path, '.module.css');
      const owner = owners.get(sheet) ?? path;
      if (owner !== path) throw new Error(`${path} and ${owner} need different names`);
      owners.set(sheet, path);
      return `${sheet}_${name}`;
    },
  };
}
