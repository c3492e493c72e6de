import { expect, test } from 'vitest';
import { Notice } from '../notice/notice.tsx';
import { Panel } from '../panel/panel.tsx';
import { faults, mount } from '../testing/mount.tsx';
import type { Tone } from '../tone/tone.ts';
import { Badge } from './badge.tsx';

const TONES: Tone[] = ['good', 'warn', 'bad', 'info', 'neutral', 'primary'];

test('every tone is readable in both schemes, on a panel and in a notice', async () => {
  mount(
    <Panel title="Tones" footer="All of them">
      {TONES.map((tone) => (
        <div key={tone}>
          <Badge tone={tone}>{tone}</Badge>
          <Notice tone={tone} action={<a href="#help">help</a>}>
            This holds for {tone}.
          </Notice>
        </div>
      ))}
    </Panel>,
  );
  expect(await faults()).toEqual([]);
});
