import { expect, test } from 'vitest';
import { ownPath } from '../../src/features/auth/redirect.ts';

const ORIGIN = 'https://console.example';

test.each([
  ['/dashboard', '/dashboard'],
  ['/zip-bundles?bundle=7', '/zip-bundles?bundle=7'],
  ['/admin/route66-proof#status', '/admin/route66-proof#status'],
  ['/a/../admin-watchdog', '/admin-watchdog'],
])('the deep link %s is followed after the sign-in', (asked, path) => {
  expect(ownPath(asked, ORIGIN)).toBe(path);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  '/login',
  '/login?redirect=/login',
  'https://console.example.evil.example/',
  undefined,
  null,
  7,
  ['/dashboard'],
  { href: '/dashboard' },
])('%j leads nowhere', (asked) => {
  expect(ownPath(asked, ORIGIN)).toBeUndefined();
});
