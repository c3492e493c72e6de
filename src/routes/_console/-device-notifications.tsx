import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useServerNow } from '../../link/link-state.ts';
import { push, usePush } from '../../link/push/push.ts';
import { dataWorker } from '../../link/worker.ts';
import { NotificationsSection } from '../../ui/device/notifications-section.tsx';
import { followNotifications } from '../-console-pushes.ts';

const NOW_EVERY_MS = 5000;

/** Whether this device is notified; looked up each time the dialog is opened, for it may change elsewhere. */
export function NotificationsOfDevice({ opened }: { opened: boolean }) {
  const router = useRouter();
  const state = usePush();
  const { stage, kinds, busy, trouble, test, last, server } = state;
  const now = useServerNow(NOW_EVERY_MS) - dataWorker.mirror.skewMs();
  useEffect(() => {
    if (opened) push.look().catch(reportError);
  }, [opened]);
  useEffect(() => {
    if (stage === 'on') followNotifications(router);
  }, [stage, router]);
  return (
    <NotificationsSection
      stage={stage}
      kinds={kinds}
      busy={busy}
      trouble={trouble}
      test={test}
      lastAt={last?.at}
      now={now}
      reach={server?.reach}
      onTurnOn={() => void push.turnOn()}
      onTurnOff={() => void push.turnOff()}
      onKinds={(chosen) => void push.choose(chosen)}
      onTest={() => void push.test()}
    />
  );
}
