import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createRelyingParties } from '../relying-party.ts';

const request = (address: string) => {
  const { protocol, host } = new URL(address);
  return { protocol: protocol.slice(0, -1), headers: { host } } as FastifyRequest;
};
const problemAt = (address: string, publicOrigin: string | null = null) =>
  createRelyingParties(publicOrigin).problem(request(address));

describe('passkeys', () => {
  test('belong to the host that was asked, over HTTPS or on this machine', () => {
    for (const address of ['https://mesh.example', 'https://mesh.example:8443'])
      expect(createRelyingParties(null).of(request(address))).toEqual({
        id: 'mesh.example',
        origin: address,
      });
    expect(problemAt('http://localhost:8066')).toBeNull();
    expect(problemAt('http://mesh.example')).toContain('HTTPS');
    for (const address of ['https://10.0.0.7', 'http://127.0.0.1:8066', 'https://[::1]:8066'])
      expect([address, problemAt(address)]).toEqual([address, expect.stringContaining('IP')]);
  });

  test('belong to PUBLIC_URL alone, if it is set', () => {
    expect(problemAt('https://mesh.example', 'https://mesh.example')).toBeNull();
    const said = 'Passkeys can only be used at https://mesh.example.';
    expect(problemAt('https://10.0.0.7', 'https://mesh.example')).toBe(said);
    expect(problemAt('http://mesh.example', 'https://mesh.example')).toBe(said);
  });
});
