import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { startAppBadge } from '../../client/app/badge.ts';
import { followLaunches, type LaunchQueue } from '../../client/app/launches.ts';
import { handOver } from '../../client/app/shared-file.ts';
import { InstallNotices } from '../device/install-notices.tsx';

/** What the console does beyond a page where it is an app of the device. It loads when the screens stand. */
export function ConsoleApp() {
  const { history } = useRouter();
  useEffect(startAppBadge, []);
  useEffect(() => {
    const { launchQueue: queue } = globalThis as { launchQueue?: LaunchQueue };
    const [loaded] = performance.getEntriesByType('navigation');
    followLaunches({
      queue,
      opened: loaded?.name ?? location.href,
      handOver,
      go: (path) => history.push(path),
    });
  }, [history]);
  return <InstallNotices />;
}
