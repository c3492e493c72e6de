import { expect, test } from 'vitest';
import { SHARE_TROUBLES } from '../../shared/shared-files.ts';
import { shareTroubleText } from './upload-form.tsx';

test.each([...SHARE_TROUBLES, 'gone' as const])('%s is said in a sentence', (trouble) => {
  const { title, message } = shareTroubleText(trouble);
  expect(title).toBe('The shared file was not taken');
  expect(message).toMatch(/^[A-Z].*\.$/);
});

test('the limit is named', () => {
  expect(shareTroubleText('too-large').message).toBe('It is larger than 512.00 MB.');
});
