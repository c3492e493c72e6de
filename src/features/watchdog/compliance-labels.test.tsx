import { describe, expect, test } from 'vitest';
import { complianceLabels } from './summary-labels.ts';

describe('compliance', () => {
  test.each([
    ['S11.1', ['S11.1']],
    [
      ['S11.1', 'Atom2'],
      ['S11.1', 'Atom2'],
    ],
    [true, ['Compliant']],
    [{ gdpr: true, level: 'S11.1' }, ['gdpr: Compliant', 'level: S11.1']],
    [null, []],
    ['', []],
    [undefined, []],
  ])('%j reads %j', (compliance, labels) => {
    expect(complianceLabels(compliance)).toEqual(labels);
  });
});
