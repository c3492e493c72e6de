import { describe, expect, test } from 'vitest';
import { bundleLook, deployHindrance, targetsText } from './bundle-look.ts';
import { sizeText } from './size-text.ts';

describe('a size', () => {
  test.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_237_000, '1.18 MB'],
    [5 * 1024 ** 2, '5 MB'],
    [1024 ** 3, '1 GB'],
    [2048 * 1024 ** 3, '2048 GB'],
    [Number.NaN, '0 Bytes'],
    [-1, '0 Bytes'],
  ])('%d reads %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});

describe('what the table says of a bundle', () => {
  test('names the targets, and All Platforms where the server gave no list', () => {
    expect(targetsText(null)).toBe('All Platforms');
    expect(targetsText(['Forge', 'Harbor'])).toBe('Forge, Harbor');
  });

  test('shows a status that it does not know neutrally, by its own word', () => {
    expect(bundleLook('quarantined')).toEqual({ tone: 'neutral', word: 'quarantined' });
    expect(bundleLook('constructor').tone).toBe('neutral');
  });

  test('offers to deploy only what passed its checks', () => {
    expect(deployHindrance('validating')).toBeDefined();
    expect(deployHindrance('failed')).toBeDefined();
    expect(deployHindrance('validated')).toBeUndefined();
    expect(deployHindrance('deployed')).toBeUndefined();
  });
});
