import { expect, test } from 'vitest';
import { isCommonPassword } from './passwords.ts';

test.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1'])(
  'rejects the common password %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse 9', 'a long enough password', 'passw0rd of mine', ' password'])(
  'accepts %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
