import { expect, test } from 'vitest';
import { servedSum, shippedTo, sumOf } from '../../scripts/shipped-bytes.mjs';
import { folderWith } from './folder.ts';

const MANIFEST = {
  '_boot.js': { file: 'assets/boot-1.js', name: 'boot', css: ['assets/boot-1.css'] },
  '_react.js': { file: 'assets/react-1.js' },
  '_account.js': { file: 'assets/account-1.js', name: 'account', imports: ['_react.js'] },
  '_lazy.js': { file: 'assets/lazy-1.js' },
  '_form.js': { file: 'assets/form-1.js', css: ['assets/form-1.css'] },
  'src/routes/login.tsx': { file: 'assets/login-1.js', imports: ['_form.js', '_react.js'] },
  'src/routes/other.tsx': { file: 'assets/other-1.js' },
};

const LOGIN = { html: 'login.html', parts: ['boot', 'src/routes/login.tsx'] };
const HTML = '<link rel="stylesheet" crossorigin href="/assets/first-1.css"><p>hello</p>';

function dist(): string {
  const files = [
    ...Object.values(MANIFEST).map(({ file }) => file),
    'assets/boot-1.css',
    'assets/form-1.css',
    'assets/first-1.css',
  ];
  const code = 'start("/assets/worker-1.js"), () => import("/assets/lazy-1.js")';
  return folderWith({
    ...Object.fromEntries(files.map((file) => [`console/${file}`, file])),
    'console/assets/boot-1.js': code,
    'console/assets/boot-1.js.br': 'smaller',
    'console/assets/worker-1.js': 'onmessage = null',
    'console/login.html': HTML,
    'manifest.json': JSON.stringify(MANIFEST),
  });
}

test('a page ships its own chunks, what they import, its styles and the worker, each once', () => {
  const { js, css, html } = shippedTo(dist(), LOGIN);
  expect(js.map(({ file }) => file).sort()).toEqual([
    'assets/boot-1.js',
    'assets/form-1.js',
    'assets/login-1.js',
    'assets/react-1.js',
    'assets/worker-1.js',
  ]);
  expect(css.map(({ file }) => file).sort()).toEqual([
    'assets/boot-1.css',
    'assets/first-1.css',
    'assets/form-1.css',
  ]);
  expect(html.map(({ file }) => file)).toEqual(['login.html']);
  expect(js.filter(({ worker }) => worker).map(({ file }) => file)).toEqual(['assets/worker-1.js']);
});

test('what is imported on demand counts where it is asked for, by its name when it is shared', () => {
  const parts = [...LOGIN.parts, 'src/link/account.ts'];
  const { js } = shippedTo(dist(), { ...LOGIN, parts });
  expect(js.map(({ file }) => file)).toContain('assets/account-1.js');
});

test('bytes are counted as gzip makes them', () => {
  const { js } = shippedTo(dist(), LOGIN);
  expect(sumOf(js)).toBe(js.reduce((total, { bytes }) => total + bytes, 0));
  expect(js.every(({ bytes }) => bytes > 20)).toBe(true);
});

test('what is served is the compressed twin where there is one, the HTML included', () => {
  const shipped = shippedTo(dist(), { html: 'login.html', parts: ['boot'] });
  const plain = ['assets/boot-1.css', 'assets/first-1.css', 'onmessage = null', HTML];
  expect(servedSum(shipped)).toBe('smaller'.length + plain.join('').length);
});
