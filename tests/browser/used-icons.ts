import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Bundles only the icons that the sources name. The package has 6,000, and every test file would load all of them anew.
 *
 * @param folder of the sources
 */
export function usedIcons(folder: string): Plugin {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  const names = new Set(files.flatMap(iconsIn));
  const bundling: Plugin = {
    name: 'used-icons-only',
    transform: {
      filter: { id: /tabler-icons-react\.mjs$/ },
      handler: (code) => {
        const lines = code.split('\n');
        return lines.filter((line) => iconsIn(line).some((name) => names.has(name))).join('\n');
      },
    },
  };
  return {
    // Other names are another bundle: Vite keeps one by the names of the plugins.
    name: `used-icons: ${[...names].sort().join(' ')}`,
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [bundling] } } }),
  };
}

const iconsIn = (text: string): readonly string[] => text.match(/\bIcon[A-Z0-9]\w*/g) ?? [];
