import { expect, test } from 'vitest';
import { isZip, megabytesText } from './chosen-file.ts';

test.each([
  [{ type: 'application/zip', name: 'a.bin' }, true],
  [{ type: 'application/x-zip-compressed', name: 'a' }, true],
  [{ type: '', name: 'A.ZIP' }, true],
  [{ type: 'text/plain', name: 'a.zip' }, true],
  [{ type: 'application/pdf', name: 'a.pdf' }, false],
  [{ type: '', name: 'zip' }, false],
  [{ type: '' }, true],
  [{ type: 'image/png' }, false],
])('%j counts as a ZIP: %s', (file, zip) => {
  expect(isZip(file)).toBe(zip);
});

test('the size is in MB with both decimals', () => {
  expect(megabytesText(1_572_864)).toBe('1.50 MB');
  expect(megabytesText(0)).toBe('0.00 MB');
});
