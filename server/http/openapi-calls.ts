import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Call, extraRead } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { STATUS_PATH } from '../../contract/pages.ts';
import type { CallName } from '../../contract/paths.ts';
import { sentShapes } from '../../contract/sent.ts';
import { StatusSummarySchema } from '../../contract/shapes/status-summary.ts';
import { ProblemSchema } from '../../contract/shapes/system.ts';
import { answerUnchanged } from './etag.ts';
import { requireRole } from './handle.ts';

/** A machine's description of every call, made from the same table that answers them. */
export function openapiCalls(
  app: FastifyInstance,
  about: { title: string; version: string },
): void {
  let text: string | undefined;
  app.get(
    '/api/openapi.json',
    { config: { guarded: true }, onRequest: requireRole('viewer'), onSend: [answerUnchanged] },
    (_request, reply) => {
      text ??= JSON.stringify(describeCalls(about));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

type Simple = 'type' | 'format' | 'const' | 'enum' | 'minimum' | 'minItems' | 'required';
/** The part of JSON Schema that the table of calls makes. */
export interface Schema extends Pick<z.core.JSONSchema.JSONSchema, Simple> {
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export type DescribedCall = ReturnType<typeof describedCalls>[number];

/** @returns every call; also what everybody reads of the status page, which no console does */
export const describedCalls = () =>
  Object.entries<Call>({ ...CALLS, statusSummary: STATUS_SUMMARY }).map(([name, call]) => {
    const { method, path } = call;
    return { method, path, description: describe(name as CallName, call) };
  });

const STATUS_SUMMARY: Call = {
  ...extraRead,
  path: `${STATUS_PATH}/summary.json`,
  access: 'public',
  answer: StatusSummarySchema,
};

/** @returns an OpenAPI 3.1 document */
function describeCalls(about: { title: string; version: string }) {
  const paths: Record<string, object> = {};
  for (const { method, path, description } of describedCalls())
    paths[path] = { ...paths[path], [method.toLowerCase()]: description };
  return {
    openapi: '3.1.0',
    info: about,
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'meridian-session' },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: jsonSchema(ProblemSchema) },
    },
  };
}

function describe(name: CallName, call: Call) {
  const { payload, query } = sentShapes(name);
  return {
    operationId: name as string,
    summary: summaryOf(name),
    security: securityOf(call),
    parameters: [...pathParameters(call.path), ...queryParameters(query)],
    requestBody: payload ? { required: true, content: bodyOf(call, payload) } : undefined,
    responses: responsesOf(call),
  };
}

const responsesOf = ({ method, answer }: Call) => ({
  '200': { description: 'Done.', content: json(jsonSchema(answer)) },
  ...(method === 'GET' && { '304': { description: 'As `If-None-Match` has it.' } }),
  '4XX': {
    description: 'Refused.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
});

/** @returns such as 'Change alert channel' */
function summaryOf(name: CallName): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function securityOf({ access, personal }: Call): object[] {
  if (access === 'public') return [];
  return personal ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' as const },
  }));
}

function queryParameters(query: z.ZodMiniType | null) {
  if (query === null) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'output');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function bodyOf(
  { body }: Call,
  payload: z.ZodMiniType,
): Readonly<Record<string, { schema: Schema }>> {
  const schema = jsonSchema(payload);
  if (body !== 'multipart') return json(schema);
  const properties = {
    zipfile: { type: 'string', format: 'binary' } as const,
    ...schema.properties,
  };
  const required = ['zipfile', ...(schema.required ?? [])];
  return { 'multipart/form-data': { schema: { type: 'object', properties, required } } };
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Schema;
}
