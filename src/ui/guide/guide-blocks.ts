/** A guide of this house, taken apart: as much of Markdown as `docs/tls.md` is written in. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** A stretch of a line; code stands between backticks. */
export interface Stretch {
  readonly text: string;
  readonly code: boolean;
}

const FENCE = /^```\w*\n(?<code>[\s\S]*?)\n```$/;
const HEADING = /^(?<marks>#{1,4}) (?<text>.*)$/;

export function blocksOf(markdown: string): readonly Block[] {
  const parts = markdown.trim().match(/```[\s\S]*?```|(?:(?!\n\n|```)[\s\S])+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map(blockOf);
}

function blockOf(part: string): Block {
  const code = FENCE.exec(part)?.groups?.code;
  if (code !== undefined) return { kind: 'code', text: code };
  const heading = HEADING.exec(part)?.groups;
  if (heading)
    return { kind: 'heading', level: heading.marks?.length ?? 1, text: heading.text ?? '' };
  if (part.startsWith('- ')) {
    return { kind: 'list', items: part.split('\n').map((line) => line.slice(2)) };
  }
  return { kind: 'text', text: part.replaceAll('\n', ' ') };
}

export function stretchesOf(text: string): readonly Stretch[] {
  return text
    .split('`')
    .map((stretch, place) => ({ text: stretch, code: place % 2 === 1 }))
    .filter(({ text: stretch }) => stretch !== '');
}
