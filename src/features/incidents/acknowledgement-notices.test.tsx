import { expect, test, vi } from 'vitest';
import { mount } from '../../../tests/ui/mount.tsx';
import { onNotice } from '../../../tests/ui/notices.ts';
import type { Notice } from '../../console/notices.ts';
import type { PendingAcknowledgement } from '../../shared/model.ts';
import { AcknowledgementNotices } from './acknowledgement-notices.tsx';

const known = vi.hoisted(() => ({
  pending: [] as object[],
  takeBack: vi.fn(() => Promise.resolve()),
}));
vi.mock('../../console/acknowledgements.ts', () => ({
  usePendingAcknowledgements: () => known.pending,
  takeBack: known.takeBack,
}));

test('says once why an acknowledgement was dropped, and forgets it', async () => {
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  const waiting: PendingAcknowledgement = {
    incident: '7',
    title: 'Archive is down',
    note: '',
    at: 1,
  };
  known.pending = [waiting];
  const { draw } = mount(<AcknowledgementNotices />);
  expect(notices).toEqual([]);
  known.pending = [{ ...waiting, dropped: 'It was over.' }];
  draw(<AcknowledgementNotices key="same" />);
  draw(<AcknowledgementNotices key="same" />);
  stop();
  expect(notices).toEqual([
    { severity: 'warning', title: 'Not sent: Archive is down', message: 'It was over.' },
  ]);
  expect(known.takeBack.mock.calls).toEqual([['7']]);
});
