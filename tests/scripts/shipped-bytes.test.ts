import { expect, test } from 'vitest';
import { shippedTo, sumOf } from '../../scripts/shipped-bytes.mjs';
import { folderWith } from './folder.ts';

const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', imports: ['_react.js'], css: ['assets/index-1.css'] },
  '_react.js': { file: 'assets/react-1.js' },
  '_account.js': { file: 'assets/account-1.js', name: 'account', imports: ['_react.js'] },
  '_lazy.js': { file: 'assets/lazy-1.js' },
  '_form.js': { file: 'assets/form-1.js', css: ['assets/form-1.css'] },
  'src/routes/login.tsx?tsr-split=component': {
    file: 'assets/login-1.js',
    imports: ['_form.js', '_react.js'],
  },
  'src/routes/other.tsx?tsr-split=component': { file: 'assets/other-1.js' },
};

function dist(): string {
  const files = [
    ...Object.values(MANIFEST).map(({ file }) => file),
    'assets/index-1.css',
    'assets/form-1.css',
  ];
  const code = 'start("/assets/worker-1.js"), () => import("/assets/lazy-1.js")';
  return folderWith({
    ...Object.fromEntries(files.map((file) => [`console/${file}`, file])),
    'console/assets/index-1.js': code,
    'console/assets/worker-1.js': 'onmessage = null',
    'manifest.json': JSON.stringify(MANIFEST),
  });
}

test('a page ships its entry, its own chunks, what they import, and the worker, each once', () => {
  const { js, css } = shippedTo(dist(), ['src/routes/login.tsx']);
  expect(js.map(({ file }) => file).sort()).toEqual([
    'assets/form-1.js',
    'assets/index-1.js',
    'assets/login-1.js',
    'assets/react-1.js',
    'assets/worker-1.js',
  ]);
  expect(css.map(({ file }) => file).sort()).toEqual(['assets/form-1.css', 'assets/index-1.css']);
  expect(js.filter(({ worker }) => worker).map(({ file }) => file)).toEqual(['assets/worker-1.js']);
});

test('what is imported on demand counts where it is asked for, by its name when it is shared', () => {
  const { js } = shippedTo(dist(), ['src/routes/login.tsx', 'src/link/account.ts']);
  expect(js.map(({ file }) => file)).toContain('assets/account-1.js');
});

test('bytes are counted as gzip makes them', () => {
  const { js } = shippedTo(dist(), []);
  expect(sumOf(js)).toBe(js.reduce((total, { bytes }) => total + bytes, 0));
  expect(js.every(({ bytes }) => bytes > 20)).toBe(true);
});
