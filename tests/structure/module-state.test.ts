import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Variables of modules live as long as the page. */
const ALLOWED = [
  // What the page is called, and what waits for its end or its first paint.
  'src/ui/page-title.ts shownTitle',
  'src/ui/page-title.ts prefix',
  'src/ui/lazy-dialog.tsx scrollLocks',
  'src/ui/theme/theme.ts theme',
  // Pictures of a hatching by its colour, and formats of dates by their zone.
  'src/domain/zoned-time.ts periodFormats',
  // Whether this server lacks the call, and whether the question who this is stands open.
  'src/features/bundles/use-bundle-actions.ts isDeployMissing',
  'src/features/auth/step-up.tsx asked',
];
/** The data worker is ended with its page; routes are made by the router's own functions. */
const FOLDERS = ['ui', 'features', 'domain', 'shared', 'first-paint'];

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** `let`, and what is made to hold something. Empty arrays that are read alone are none. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]+)? = (?:await )?(?:new (?:\w*Map|\w*Set|QueryClient|BroadcastChannel)\b|create\w+\())/gm;

test('no module outside of src/console and src/device has a variable that could keep data of an account', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|stories)\./.test(path))
      .map((path) => join('src', folder, path)),
  ).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(STATE)]
      .filter(([text]) => !/create(?:Context|RootRoute|FileRoute)\(/.test(text))
      .map(([, variable, constant]) => `${path} ${variable ?? constant}`),
  );
  expect(found.sort()).toEqual([...ALLOWED].sort());
});
