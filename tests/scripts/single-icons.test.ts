import { expect, test } from 'vitest';
import { singleIcons } from '../../scripts/single-icons.mjs';

const transform = singleIcons().transform as (code: string, id: string) => string | null;

test('each icon is imported from its own file', () => {
  const code = "import { IconX, IconSun } from '@tabler/icons-react';\nuse(IconX);";
  expect(transform(code, '/src/a.tsx')).toBe(
    "import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';" +
      "import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';\nuse(IconX);",
  );
});

test('other files stay as they are', () => {
  expect(transform('use(1)', '/src/a.tsx')).toBeNull();
  expect(transform("from '@tabler/icons-react'", '/x/node_modules/a.js')).toBeNull();
});
