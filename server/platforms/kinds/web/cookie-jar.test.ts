import { expect, test } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';

const SHOP = 'https://www.shop.example/a/b';
test.each([
  ['seen=1', SHOP, 'https://www.shop.example/a/c', 'seen=1'],
  ['seen=1', SHOP, 'https://www.shop.example/', ''],
  ['seen=1', 'https://www.shop.example/a', 'https://www.shop.example/b', 'seen=1'],
  ['seen=a=b; Path=/', SHOP, 'http://www.shop.example/', 'seen=a=b'],
  ['seen=1; Path=/; Secure', SHOP, 'http://www.shop.example/', ''],
  ['seen=1; Path=/a', SHOP, 'https://www.shop.example/abc', ''],
  ['seen=1; Path=/', SHOP, 'https://shop.example/', ''],
  ['seen=1; Path=/; Domain=.Shop.example', SHOP, 'https://shop.example/', 'seen=1'],
  ['seen=1; Path=/; Domain=shop.example', SHOP, 'https://x.shop.example/', 'seen=1'],
  ['seen=1; Path=/; Domain=shop.example', SHOP, 'https://myshop.example/', ''],
  ['seen=1; Path=/; Domain=other.example', SHOP, 'https://other.example/', ''],
  ['seen=1; Path=/; Domain=example', SHOP, 'https://other.example/', ''],
  ['seen=1; Path=/; Max-Age=0', SHOP, SHOP, ''],
  ['seen=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', SHOP, SHOP, ''],
  ['=1; Path=/', SHOP, SHOP, ''],
])('the cookie %s of %s is for %s: %s', (line, from, to, header) => {
  const jar = createCookieJar();
  jar.store(new URL(from), [line]);
  expect(jar.header(new URL(to))).toBe(header);
});

test('a later cookie replaces one of its name, and longer paths come first', () => {
  const jar = createCookieJar();
  jar.store(new URL(SHOP), ['one=1; Path=/', 'two=2; Path=/a', 'one=3; Path=/', 'gone=4; Path=/']);
  jar.store(new URL(SHOP), ['gone=; Path=/; Max-Age=-1']);
  expect(jar.header(new URL(SHOP))).toBe('two=2; one=3');
});
