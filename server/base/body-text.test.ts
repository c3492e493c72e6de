import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyText } from './body-text.ts';
import { codingsOf, decoded, unknownCoding } from './content-coding.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each<[string, Uint8Array, string?]>([
  ['UTF-8 without a word', Buffer.from('Größe')],
  ['Latin-1 without a word', latin('Größe')],
  ['the header', latin('Größe'), 'text/html; charset=ISO-8859-1'],
  ['the header, in quotes', latin('Größe'), 'text/html;Charset="iso-8859-1"; x=y'],
  ['a header of no character set', latin('Größe'), 'text/html; charset=klingon'],
  ['a mark, against the header', Buffer.from('\uFEFFGröße'), 'text/html; charset=iso-8859-1'],
  ['a mark of UTF-16', Buffer.from('\uFEFFGröße', 'utf16le')],
  ['a mark of UTF-16, big end first', swapped('\uFEFFGröße')],
  ['UTF-16 of the header', Buffer.from('Größe', 'utf16le'), 'text/plain; charset=utf-16'],
])('a text is read by %s', (_, bytes, type) => {
  expect(bodyText(bytes, type)).toBe('Größe');
});

test('a page or a document says its character set itself', () => {
  const [cyrillic, word] = [Buffer.from([0xc4, 0xc1]), 'да'];
  for (const start of [
    '<html><head><meta charset=koi8-r>',
    '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
    '<?xml version="1.0" encoding="koi8-r"?>',
  ])
    expect(bodyText(Buffer.concat([latin(start), cyrillic]))).toContain(word);
  // A page that can be read so far is not UTF-16.
  expect(bodyText(Buffer.from('<meta charset="utf-16">Größe'))).toContain('Größe');
  expect(bodyText(Buffer.from([0x80]), 'text/html; charset=iso-8859-1')).toBe('€');
});

test('a character that is cut by a limit is left out', () => {
  expect(bodyText(Buffer.from('Größe 🦀').subarray(0, -1))).toBe('Größe ');
});

const TEXT = 'Welcome '.repeat(1_000);
const undo = async (bytes: Buffer, header: string) => {
  const parts: Buffer[] = [];
  for await (const part of decoded(Readable.from([bytes]), codingsOf(header))) parts.push(part);
  return Buffer.concat(parts).toString();
};

test.each([
  ['gzip', gzipSync(TEXT)],
  ['x-gzip, identity', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['Deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  ['', Buffer.from(TEXT)],
])('the coding %s is undone', async (header, bytes) => {
  expect(await undo(bytes, header)).toBe(TEXT);
});

test('what has arrived of a coded body is decoded, and what is not coded so fails', async () => {
  expect(TEXT.startsWith(await undo(gzipSync(TEXT).subarray(0, -12), 'gzip'))).toBe(true);
  await expect(undo(Buffer.from('Welcome'), 'gzip')).rejects.toThrow();
  await expect(undo(Buffer.from('Welcome'), 'deflate')).rejects.toThrow();
  expect(unknownCoding(codingsOf('gzip, aes128gcm'))).toBe('aes128gcm');
});
