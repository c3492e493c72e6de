import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
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

/** The part of JSON Schema that the table of calls makes. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export type CallDescription = ReturnType<typeof describe>;

/** @returns an OpenAPI 3.1 document */
export function describeCalls(about: { title: string; version: string }) {
  const paths: Record<string, Record<string, CallDescription>> = {};
  for (const [name, call] of Object.entries<Call>(CALLS) as [CallName, Call][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describe(name, call) };
  }
  paths[`${STATUS_PATH}/summary.json`] = { get: STATUS_SUMMARY };
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

const responsesOf = ({ method, answer }: Pick<Call, 'method' | 'answer'>) => ({
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
    schema: { type: 'string' },
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
  const zipfile = { type: 'string', format: 'binary' };
  const properties = { zipfile, ...schema.properties };
  const required = ['zipfile', ...(schema.required ?? [])];
  return { 'multipart/form-data': { schema: { type: 'object', properties, required } } };
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

/** Of everybody, while the status page is on. It is not in the table of calls: no console makes it. */
const STATUS_SUMMARY: CallDescription = {
  operationId: 'statusSummary',
  summary: 'Status summary',
  security: [],
  parameters: [],
  requestBody: undefined,
  responses: responsesOf({ method: 'GET', answer: StatusSummarySchema }),
};

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Schema;
}
