import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../../tests/ui/mount.tsx';
import { ApiError } from '../../shared/outcome.ts';
import { useAcknowledgeMany } from './use-acknowledge-many.ts';

const { acknowledge, notify } = vi.hoisted(() => ({ acknowledge: vi.fn(), notify: vi.fn() }));
vi.mock('../../console/acknowledgements.ts', () => ({ acknowledge }));
vi.mock('../../console/notices.ts', () => ({ notify }));

const refused = (status: number) =>
  new ApiError({ ok: false, status, text: '{"message":"No."}', why: 'refused' });

const done = vi.fn();

function Taker() {
  const { acknowledgeMany } = useAcknowledgeMany();
  const all = ['1', '2', '3'].map((incident) => ({ incident, title: `Incident ${incident}` }));
  return (
    <button type="button" onClick={() => void acknowledgeMany(all, 'a note').then(done)}>
      Take on
    </button>
  );
}

beforeEach(() => {
  vi.resetAllMocks();
});

async function takeOn(): Promise<string[]> {
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <Taker />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Take on' }));
  await expect.poll(() => done.mock.calls.length).toBe(1);
  return notify.mock.calls.map(([{ title }]) => title);
}

test('each gets the note, and one notice counts them', async () => {
  acknowledge.mockResolvedValue('sent');
  expect(await takeOn()).toEqual(['You are on 3 incidents']);
  expect(acknowledge.mock.calls[1]?.[0]).toEqual({
    incident: '2',
    title: 'Incident 2',
    note: 'a note',
  });
  expect(done).toHaveBeenCalledWith(true);
});

test('what waits, what has ended and what failed is counted apart', async () => {
  acknowledge
    .mockResolvedValueOnce('kept')
    .mockRejectedValueOnce(refused(409))
    .mockRejectedValueOnce(refused(500));
  expect(await takeOn()).toEqual([
    '1 incident waiting to be sent',
    '1 incident had ended already',
    '1 incident could not be acknowledged',
  ]);
  expect(done).toHaveBeenCalledWith(false);
});
