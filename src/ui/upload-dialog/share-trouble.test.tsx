import { expect, test } from 'vitest';
import { SHARE_TROUBLES } from '../../../contract/shared-files.ts';
import { shareTroubleText } from './share-trouble.ts';

test.each([...SHARE_TROUBLES, 'gone' as const])('%s is said in a sentence', (trouble) => {
  const { title, text } = shareTroubleText(trouble);
  expect(title).toBe('The shared file was not taken');
  expect(text).toMatch(/^[A-Z].*\.$/);
});

test('the limit is named', () => {
  expect(shareTroubleText('too-large').text).toBe('It is larger than 512.00 MB.');
});
