import { expect, test } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { startServer } from '../../tests/server/start-server.ts';

test('the reference shows each call with an example for this address, under a policy without scripts', async () => {
  const server = await startServer({ alone: true });
  const { cookie } = await server.signUp();
  expect((await server.call('/api/reference')).status).toBe(401);
  const answer = await server.call('/api/reference', { cookie });
  const policy = String(answer.headers.get('content-security-policy'));
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  const html = await answer.text();
  expect(html).toMatch(/<p>Version \S+ at http:\/\/127\.0\.0\.1:\d+, \d{4}-\d\d-\d\d<\/p>/);
  for (const name of Object.keys(CALLS)) expect(html).toContain(`<h3 id="${name}">`);
  const curl = 'curl -H &#34;Authorization: Bearer $TOKEN&#34;';
  expect(html).toContain(`${curl} &#39;${server.url}/api/mesh/connections&#39;`);
  expect(html).toContain(
    `${curl} --json &#39;{&#34;text&#34;:&#34;…&#34;}&#39; &#39;${server.url}/api/handover/notes&#39;`,
  );
  // Nothing is loaded from elsewhere.
  expect(html).not.toMatch(/<script|<link|src=|https:\/\//);
  await server.close();
});
