const WRITTEN: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', 0: '\0' };
const READ = new Map(Object.entries(WRITTEN).map(([letter, one]) => [one, `\\${letter}`]));

/** @param text as `contract/kinds/tcp.ts` has it */
export const bytesOf = (text: string): Buffer =>
  Buffer.concat(
    text.split(/(\\x..|\\.)/).map((part) => {
      if (/^\\x/i.test(part)) return Buffer.from(part.slice(2), 'hex');
      const [first, letter = ''] = part;
      return Buffer.from(first === '\\' ? (WRITTEN[letter.toLowerCase()] ?? letter) : part);
    }),
  );

/** @returns bytes as they may be expected: what is no letter of ASCII is written with a backslash */
export const textOf = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/\\/g, '\\\\')
    .replace(
      /[^ -~]/g,
      (one) => READ.get(one) ?? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
