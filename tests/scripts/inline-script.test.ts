import { expect, test } from 'vitest';
import { inlineScript } from '../../scripts/inline-script.mjs';
import { folderWith } from './folder.ts';

test('a module and what it imports are one script that leaves nothing behind', async () => {
  const root = folderWith({
    'entry.ts':
      "import { two } from './two.ts';\nconst sum: number = two + 1;\nglobalThis.sum = sum;",
    'two.ts': 'export const two = 2;\nexport const unused = 7;',
  });
  const code = await inlineScript(root, 'entry.ts');
  const window: { sum?: number } = {};
  new Function('globalThis', code)(window);
  expect(window).toEqual({ sum: 3 });
  expect(code).not.toMatch(/import|export/);
});

test('a script whose text HTML would read another way is not built', async () => {
  const root = folderWith({ 'entry.ts': "globalThis.text = '<!-- <script>';" });
  await expect(inlineScript(root, 'entry.ts')).rejects.toThrow('HTML reads its text another way');
});
