import { createHash } from 'node:crypto';

/** Text of HTML, SVG or XML that needs no escaping any more. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Whatever is put in is escaped, also between the quotes of an attribute, unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...values.map(escapedText)));
}

export const NOTHING = new Markup('');

function escapedText(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value)
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Control characters that no XML may have, and that no page needs. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

/** @returns a policy for a page without script, picture and frame: nothing but this style, and an empty icon */
export const policyFor = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
