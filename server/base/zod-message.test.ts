import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { RegistrationPayloadSchema } from '../../contract/sent/account.ts';
import { PAYLOADS } from '../../contract/sent.ts';
import { formatIssue } from './zod-message.ts';

function issueOf(schema: z.ZodMiniType, value: unknown): string {
  const { error } = z.safeParse(schema, value, { reportInput: true });
  return formatIssue(error?.issues ?? []);
}

const PERSON = {
  username: 'Ada',
  email: 'ada@mesh.example',
  password: 'a long enough password',
  sovereignLevel: 'S11.1',
};
const PROOF = { peer: 'forge', deadline_sec: 60, commander_origin: 'http://localhost' };

describe('the message is one sentence that names the field and what would be right', () => {
  test.each([
    [{ ...PERSON, username: undefined }, 'username is missing.'],
    [{ ...PERSON, username: '  ' }, 'username must not be empty.'],
    [{ ...PERSON, username: 7 }, 'username must be a string.'],
    [{ ...PERSON, password: 'short' }, 'password must have at least 8 characters.'],
    [{ ...PERSON, username: 'x'.repeat(65) }, 'username must have at most 64 characters.'],
    [{ ...PERSON, email: 'nobody' }, 'email is not a valid email.'],
    [
      { ...PERSON, sovereignLevel: 'S1' },
      'sovereignLevel must be one of S11.1, S11.1+Atom2, S11.1+Atom2+Prometheus.',
    ],
    [{ ...PERSON, role: 'x' }, 'The request has an unknown field (role).'],
    [[], 'The request must be an object.'],
    [undefined, 'The request must be an object.'],
  ])('%j', (value, sentence) => {
    expect(issueOf(RegistrationPayloadSchema, value)).toBe(sentence);
  });

  test.each([
    [{ ...PROOF, deadline_sec: 9 }, 'deadline_sec must be at least 10.'],
    [{ ...PROOF, deadline_sec: 301 }, 'deadline_sec must be at most 300.'],
    [{ ...PROOF, deadline_sec: '60' }, 'deadline_sec must be a number.'],
  ])('%j', (value, sentence) => {
    expect(issueOf(PAYLOADS.proofStart, value)).toBe(sentence);
  });

  test('it does not repeat values and shortens the names of unknown fields', () => {
    const sentence = issueOf(RegistrationPayloadSchema, {
      ...PERSON,
      ['k'.repeat(500)]: 1,
    });
    expect(sentence.length).toBeLessThan(120);
    expect(issueOf(RegistrationPayloadSchema, { ...PERSON, password: 'secret' })).not.toMatch(
      /secret/,
    );
  });
});
