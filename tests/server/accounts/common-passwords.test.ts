import { expect, test } from 'vitest';
import { isCommonPassword } from '../../../server/accounts/common-passwords.ts';

test.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1'])(
  'row 3: %s is refused',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse 9', 'a long enough password', 'passw0rd of mine', ' password'])(
  'row 3: %s is nobody’s first guess',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
