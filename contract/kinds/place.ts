import * as z from 'zod/mini';
import { TEXT_MAX } from '../text-limits.ts';

export const HttpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .check(z.maxLength(TEXT_MAX.address));

export const HostSchema = z
  .string()
  .check(z.trim(), z.regex(/^[^\s\p{C}/@?#]{1,253}$/u, 'must be a host name or an address'));
