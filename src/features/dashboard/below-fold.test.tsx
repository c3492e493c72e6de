import { QueryClientProvider } from '@tanstack/react-query';
import { Profiler } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReadName } from '../../../contract/calls.ts';
import { keyOf } from '../../../contract/paths.ts';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { LONG_BUNDLE } from '../../../tests/ui/samples.ts';
import { pageCache } from '../../console/page-cache.ts';
import { useRead } from '../../console/reads.ts';
import { BelowFoldWhenNear } from './below-fold-when-near.tsx';

/** The worker has read this. */
function push(name: ReadName, data: unknown): void {
  const rest = { at: 1, seq: 1, failure: undefined, everyMs: null, isStreamed: true } as const;
  const delta = { kind: 'whole', data } as const;
  pageCache.apply({ number: 1, entries: [{ key: keyOf(name), from: 'live', delta, ...rest }] });
}

/** Outside of what is measured. */
function Events() {
  return <p>{useRead('activity').data?.length} events</p>;
}

test('bundles and status panels are not rendered again by an event', async () => {
  // Without it ages are rendered again every ten seconds.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  push('stats', {});
  push('connections', []);
  push('bundles', []);
  push('activity', [{}]);
  let renders = 0;
  mountPage(
    <QueryClientProvider client={pageCache.queryClient}>
      <Events />
      <Profiler
        id="below the fold"
        onRender={() => {
          renders += 1;
        }}
      >
        <BelowFoldWhenNear search={{}} onSearch={vi.fn()} />
      </Profiler>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Compliance' })).toBeVisible();
  push('bundles', [LONG_BUNDLE]);
  await expect.element(page.getByRole('cell', { name: LONG_BUNDLE.name })).toBeVisible();
  expect(renders).toBeGreaterThan(0);
  renders = 0;
  push('activity', [{}, {}]);
  await expect.element(page.getByText('2 events')).toBeVisible();
  expect(renders).toBe(0);
});
