import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';

/** Nothing in the contract is nested deeper than three. */
const DEPTH_MAX = 16;
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** Makes JSON the only body that is parsed: strict UTF-8, bounded depth, no keys that reach prototypes. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @returns the value, or undefined for an empty body. @throws Refusal 400 that says what is wrong */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const value = parseText(decode(body));
  checkNesting(value, 0);
  return value;
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw refuse(400, 'The request is not valid UTF-8.');
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(400, 'The request is not valid JSON.');
  }
}

function checkNesting(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_MAX) throw refuse(400, 'The request is nested too deeply.');
  if (FORBIDDEN.some((key) => Object.hasOwn(value, key)))
    throw refuse(400, 'The request has a field that was not asked for.');
  for (const inner of Object.values(value)) checkNesting(inner, depth + 1);
}
