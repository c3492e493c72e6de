import { STATUS_CODES } from 'node:http';

/** Problem details (RFC 9457), beside the `message` that consoles read. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** @param details what else the answer says */
export const problemOf = (status: number, message: string, details: object = {}) => ({
  type: 'about:blank',
  title: STATUS_CODES[status],
  status,
  detail: message,
  message,
  ...details,
});
