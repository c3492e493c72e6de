/** Where a page or an XML document says its own character set, at most so far from its beginning (WHATWG HTML 13.2.3.2). */
const PRESCAN_BYTES = 1024;
const DECLARED =
  /<meta[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)|^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w:.-]+)/i;

/**
 * The text of a body, also of one that breaks off: in the character set of its byte order mark, of its content type, or of its own
 * declaration, in this order as browsers do; else UTF-8, or Windows-1252 where it is none. A mark is no part of the text.
 */
export function bodyText(bytes: Uint8Array, contentType = ''): string {
  const [, inHeader] = /;\s*charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType) ?? [];
  const label = markOf(bytes) ?? inHeader ?? declaredIn(bytes);
  // The last character may be cut.
  return (
    (label === undefined ? undefined : decode(bytes, label)) ??
    decode(bytes, 'utf-8', { fatal: true }) ??
    new TextDecoder('windows-1252').decode(bytes)
  );
}

/** @returns undefined if there is no such character set, or it is fatal that the bytes are not of it */
function decode(bytes: Uint8Array, label: string, options = {}): string | undefined {
  try {
    return new TextDecoder(label, options).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES));
  const [, inPage, inXml] = DECLARED.exec(start) ?? [];
  // Whoever could read that has not read UTF-16.
  return (inPage ?? inXml)?.replace(/^utf-?16(?:le|be)?$/i, 'utf-8');
}
