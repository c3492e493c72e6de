import { expect, test } from 'vitest';
import { createStyleSheet, fileLinks, fillPage } from '../../scripts/built-page.mjs';

const PLAIN = `<html lang="en"><head><title>Plain</title>
<meta
  name="description"
  content="plain"
/>
<link rel="stylesheet" crossorigin href="/assets/boot.css"></head>
<body><div id="root"></div></body></html>`;

const PARTS = {
  after: '<template></template><script>fill()</script>',
  title: 'Login',
  description: 'Sign in & watch',
  markup: '<h1>$& Welcome</h1>',
  audience: 'visitor',
  links: ['<link rel="modulepreload" crossorigin href="/assets/page.js">'],
};

const chunk = (fileName: string, moduleIds: string[], imports: string[], css: string[]) => ({
  type: 'chunk' as const,
  fileName,
  moduleIds,
  imports,
  viteMetadata: { importedCss: new Set(css) },
});

const BUNDLE = {
  'assets/login.js': chunk(
    'assets/login.js',
    ['/src/login.tsx'],
    ['assets/page.js'],
    ['assets/boot.css'],
  ),
  'assets/page.js': chunk(
    'assets/page.js',
    ['/src/main.tsx'],
    ['assets/login.js'],
    ['assets/page.css'],
  ),
  'assets/other.js': chunk('assets/other.js', ['/src/other.tsx'], [], []),
};

test('a built page has its name, its audience, its links and its first paint', () => {
  const html = fillPage(PLAIN, PARTS);
  expect(html).toContain('<html data-for="visitor" lang="en">');
  expect(html).toContain('<title>Login</title>');
  expect(html).toContain('content="Sign in &#38; watch"');
  expect(html).toContain(
    '<div id="root"><h1>$& Welcome</h1></div><template></template><script>fill()',
  );
  expect(html.indexOf('/assets/page.js')).toBeLessThan(html.indexOf('</head>'));
});

test('a page that would show nothing, or run a script of its own, is not built', () => {
  expect(() => fillPage(PLAIN, { ...PARTS, markup: '' })).toThrow('nothing could be drawn');
  expect(() => fillPage('<html></html>', PARTS)).toThrow('nothing could be drawn');
  expect(() => fillPage(PLAIN, { ...PARTS, markup: '<script>1</script>' })).toThrow(
    'no drawn scripts',
  );
});

test('links name each file that the page will load once, and none that is named already', () => {
  expect(fileLinks(BUNDLE, ['/src/login.tsx', '/src/main.tsx'], PLAIN)).toEqual([
    '<link rel="stylesheet" crossorigin href="/assets/page.css">',
    '<link rel="modulepreload" crossorigin href="/assets/login.js">',
    '<link rel="modulepreload" crossorigin href="/assets/page.js">',
  ]);
  expect(() => fileLinks(BUNDLE, ['/src/gone.tsx'], PLAIN)).toThrow('/src/gone.tsx');
});

test('row 29: styles of the markup become rules of one file, as the policy allows no others', () => {
  const sheet = createStyleSheet();
  expect(sheet.take('<i style="width:1px"></i><b style="width:2px"></b>')).toBe(
    '<i data-s="0"></i><b data-s="1"></b>',
  );
  expect(sheet.take('<u style="width:1px"></u>')).toBe('<u data-s="0"></u>');
  const { name, text, link } = sheet.file();
  expect(text).toBe('[data-s="0"]{width:1px}[data-s="1"]{width:2px}');
  expect(link).toContain(`href="/${name}"`);
});
