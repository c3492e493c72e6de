import type { FastifyInstance } from 'fastify';
import { API_REFERENCE_PATH } from '../../contract/paths.ts';
import type { NodeBase } from '../feature.ts';
import { requireRole } from './handle.ts';
import { Markup, markup, NOTHING, policyFor } from './markup.ts';
import { type DescribedCall, describedCalls, openapiCalls, type Schema } from './openapi-calls.ts';

/** What programs read of the calls; and people, as one page of HTML and a style, without scripts, so that any policy allows it. */
export function apiCalls(app: FastifyInstance, { config, build, now }: NodeBase): void {
  const about = { title: config.mesh.product, version: build };
  openapiCalls(app, about);
  let page: string | undefined;
  app.get(
    API_REFERENCE_PATH,
    { config: { guarded: true }, onRequest: requireRole('viewer'), compress: {} },
    (request, reply) => {
      page ??= pageOf(about).text;
      const origin = markup`${request.protocol}://${request.host}`;
      const day = new Date(now()).toISOString().slice(0, 10);
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page.replace(DAY, day).replaceAll(ORIGIN, origin.text));
    },
  );
}

/** Stand in the page for the address that it is read at, and for today. */
const ORIGIN = '{origin}';
const DAY = '{day}';

const CSS = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
:root { background: light-dark(#fff, #0a111d); color: light-dark(#0d1a2c, #e3eaf4); }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h2 { margin: 3rem 0 0; } h3 { margin: 2rem 0 0.25rem; }
p { margin: 0.25rem 0; } nav { columns: 16rem; } nav a { display: block; padding: 0.25rem 0; }
a { color: light-dark(#086075, #22d3ee); }
pre { margin: 0.5rem 0; padding: 0.75rem; white-space: pre-wrap; border: 1px solid light-dark(#647089, #8290aa); border-radius: 0.5rem; }
pre.run { user-select: all; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
summary { cursor: pointer; padding: 0.25rem 0; }
@media print { nav { display: none; } h2, h3 { break-after: avoid; } pre { break-inside: avoid; } details::details-content { content-visibility: visible; } }
`;

const POLICY = policyFor(CSS);

function pageOf(about: { title: string; version: string }): Markup {
  const calls = describedCalls();
  const groups = [...new Set(calls.map(groupOf))];
  const title = `API of ${about.title}`;
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${new Markup(CSS)}</style></head><body><main>
<h1>${title}</h1>
<p>Version ${about.version} at ${ORIGIN}, ${DAY}</p>
<p>Make a token on your <a href="/account">account page</a> and give it to your shell; a press on an example selects it whole.</p>
<pre class="run"><code>read -rs TOKEN</code></pre>
<p>A refusal is problem details (RFC 9457). A read has an <code>ETag</code>: sent back as <code>If-None-Match</code>, it is
answered 304 while nothing has changed. The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Calls">${calls.map(linkTo)}</nav>
${groups.map((group) => {
  const own = calls.filter((call) => groupOf(call) === group);
  return markup`<h2>${group}</h2>${own.map(sectionOf)}`;
})}
</main></body></html>`;
}

/** @returns what follows `/api/`, or the first of another address */
const groupOf = ({ path }: DescribedCall) => path.replace(/^\/api/, '').split('/')[1] ?? '';

const linkTo = ({ description: { operationId, summary } }: DescribedCall) =>
  markup`<a href="#${operationId}">${summary}</a>`;

function sectionOf(call: DescribedCall): Markup {
  const { operationId, summary, security, parameters, requestBody, responses } = call.description;
  const access = security.map((one) => Object.keys(one)[0]).join(' or ') || 'nobody has to sign in';
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) => `${name}: ${schemaText(schema)}`);
  const sent = requestBody && Object.values(requestBody.content)[0]?.schema;
  const answer = responses['200'].content['application/json'].schema;
  return markup`<section><h3 id="${operationId}">${summary}</h3>
<p><code>${call.method} ${call.path}</code> (${access})</p>${
    security.some((one) => 'token' in one)
      ? markup`<pre class="run"><code>${exampleOf(call, sent)}</code></pre>`
      : NOTHING
  }${details('Query', query.join('\n'))}${details('Sent', sent && schemaText(sent))}${details('Answer', schemaText(answer))}</section>`;
}

const details = (title: string, text: string | undefined) =>
  text
    ? markup`<details><summary>${title}</summary><pre><code>${text}</code></pre></details>`
    : NOTHING;

function exampleOf({ method, path, description }: DescribedCall, sent: Schema | undefined): string {
  const parts = ['curl -H "Authorization: Bearer $TOKEN"'];
  if (method === 'DELETE' || (method === 'POST' && sent === undefined)) parts.push(`-X ${method}`);
  if (sent && description.requestBody?.content['application/json'])
    parts.push(`--json '${JSON.stringify(sampleOf(sent))}'`);
  else if (sent)
    for (const [name, value] of Object.entries(sampleOf(sent) as object))
      parts.push(name === 'zipfile' ? '-F zipfile=@bundle.zip' : `-F '${name}=${value}'`);
  return [...parts, `'${ORIGIN}${path}'`].join(' ');
}

const oneOf = ({ anyOf, oneOf, allOf }: Schema) => anyOf ?? oneOf ?? allOf;

/** @returns something that has the shape: what is required, at its smallest */
function sampleOf(schema: Schema): unknown {
  const first = oneOf(schema)?.[0];
  if (first) return sampleOf(first);
  const fixed = schema.const ?? schema.enum?.[0];
  const [type = ''] = [schema.type].flat();
  return fixed ?? SAMPLES[type]?.(schema) ?? '…';
}

const SAMPLES: Readonly<Record<string, (schema: Schema) => unknown>> = {
  array: ({ items, minItems }) => (items && minItems ? [sampleOf(items)] : []),
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, one]) => [name, sampleOf(one)]),
    ),
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  boolean: () => true,
};

/** @returns the shape as people write it, a field a line */
function schemaText(schema: Schema, indent = ''): string {
  const choices = oneOf(schema);
  if (choices) return choices.map((one) => schemaText(one, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') {
    const item = schema.items ? schemaText(schema.items, indent) : 'any';
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type !== 'object') return [schema.type ?? 'any'].flat().join(' | ');
  const lines = Object.entries(schema.properties ?? {}).map(
    ([name, one]) =>
      `${indent}  ${name}${schema.required?.includes(name) ? '' : '?'}: ${schemaText(one, `${indent}  `)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}
