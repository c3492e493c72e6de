import axe from 'axe-core';
import { expect } from 'vitest';

/** Has axe look at what is shown, in both colour schemes, and fails with what it finds. */
export async function expectAccessible(place: Element = document.body): Promise<void> {
  const page = document.documentElement;
  for (const scheme of ['light', 'dark']) {
    page.dataset.mantineColorScheme = scheme;
    const { violations } = await axe.run(place, { rules: NOT_FOR_PARTS });
    expect({ scheme, found: violations.map(described) }).toEqual({ scheme, found: [] });
  }
}

/** Rules about whole pages, which a single component cannot keep. */
const NOT_FOR_PARTS = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };

function described({ id, nodes }: axe.Result): string {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`;
}
