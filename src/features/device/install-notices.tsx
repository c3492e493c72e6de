import { Alert, Button, Group, Text } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMeshVerdict } from '../../console/mesh-status.ts';
import { useOutbox } from '../../console/outbox.ts';
import { useReadData } from '../../console/reads.ts';
import { isAppWindow } from '../../device/app-window.ts';
import { handOver } from '../../device/handed-file.ts';
import { followLaunches, type LaunchQueue } from '../../device/launches.ts';
import { installing } from '../../device/own-installing.ts';
import { keepStorageOfApp } from '../../device/persistence.ts';
import { productName } from '../../device/product.ts';
import { deviceStorage } from '../../device/storage.ts';
import { canRetry } from '../../domain/upload-text.ts';
import { overlayOver } from '../../ui/screens.ts';
import { useStorageInfo } from './storage-section.tsx';

/** What there is to say about this device, above the screen: one notice at a time, the most urgent first. */
function InstallNotices() {
  // Those that are being sent or that the server refuses are not at risk.
  const unsent = useOutbox().filter(canRetry).length;
  const { info, refused, protect } = useStorageInfo(unsent > 0);
  useEffect(() => keepStorageOfApp(installing), []);
  if (unsent === 0 || info?.persisted !== false) return <Offers />;
  return <UnsentNotice count={unsent} refused={refused} onProtect={protect} />;
}

/** Each is shown until somebody has answered it on this device. */
function Offers() {
  const state = useSyncExternalStore(installing.subscribe, installing.state);
  const insecure = useAnsweredOnce('insecure-told');
  const offer = useAnsweredOnce('install-told');
  const isLater = useLaterScreen();
  const isCalm = useIsCalm();
  const router = useRouter();
  const showDevice = () => void router.navigate(overlayOver({ show: 'device' }));
  const answer = (markAnswered: () => void, then: () => void) => () => {
    markAnswered();
    then();
  };
  if (state === 'insecure' && insecure.isDue) {
    return (
      <InsecureNotice
        onHow={answer(insecure.markAnswered, showDevice)}
        onDismiss={insecure.markAnswered}
      />
    );
  }
  const isOffered = state === 'offered' || state === 'by-hand';
  if (!isOffered || !offer.isDue || !isLater || !isCalm) return null;
  return (
    <InstallNotice
      product={productName()}
      way={state}
      onInstall={answer(offer.markAnswered, () => void installing.install())}
      onHow={answer(offer.markAnswered, showDevice)}
      onDismiss={offer.markAnswered}
    />
  );
}

interface InstallNoticeProps {
  product: string;
  /** by-hand: the browser installs from its own menu only. */
  way: 'offered' | 'by-hand';
  onInstall: () => void;
  onHow: () => void;
  onDismiss: () => void;
}

export function InstallNotice({ product, way, onInstall, onHow, onDismiss }: InstallNoticeProps) {
  return (
    <Notice
      color="gray"
      title={`${product} can be an app on this device.`}
      text="It opens in its own window, and its data is stored more safely."
      actions={{
        ...(way === 'offered' ? { Install: onInstall } : { 'Show how': onHow }),
        'Not now': onDismiss,
      }}
    />
  );
}

type InsecureNoticeProps = Pick<InstallNoticeProps, 'onHow' | 'onDismiss'>;

/** Shown once when the console is opened over plain HTTP. */
export function InsecureNotice({ onHow, onDismiss }: InsecureNoticeProps) {
  return (
    <Notice
      color="yellow"
      title="Opened without HTTPS."
      text="The browser switches off installing, offline start, notifications and keeping the screen awake. Everything else works."
      actions={{ "See what's off and how to fix it": onHow, 'Got it': onDismiss }}
    />
  );
}

interface UnsentNoticeProps {
  count: number;
  /** The browser was asked to protect them and did not promise it. */
  refused: boolean;
  onProtect: () => void;
}

/** Uploads wait on a device whose browser may clear them. */
export function UnsentNotice({ count, refused, onProtect }: UnsentNoticeProps) {
  return (
    <Notice
      color="yellow"
      title={
        count === 1 ? '1 upload is waiting to be sent.' : `${count} uploads are waiting to be sent.`
      }
      text={
        refused
          ? 'The browser does not protect waiting files. Bring this device back to the server soon, and keep the original files.'
          : `The browser may delete ${count === 1 ? 'it' : 'them'} if storage runs low.`
      }
      actions={refused ? {} : { Protect: onProtect }}
    />
  );
}

interface NoticeProps {
  color: string;
  title: string;
  text: string;
  /** What its buttons do, by their labels. The first is what the notice is for. */
  actions: Readonly<Record<string, () => void>>;
}

function Notice({ color, title, text, actions }: NoticeProps) {
  return (
    <Alert color={color} role="group" mb="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 20rem">
          <b>{title}</b> {text}
        </Text>
        <Group gap="xs">
          {Object.entries(actions).map(([label, act], place) => (
            <Button
              key={label}
              size="xs"
              variant={place === 0 ? 'filled' : 'default'}
              onClick={act}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Group>
    </Alert>
  );
}

/** Whether nobody is needed now. A simulated platform that is down needs nobody. */
function useIsCalm(): boolean {
  const { color } = useMeshVerdict();
  const isSimulated = useReadData('connections')?.every(({ simulated }) => simulated);
  return color !== 'red' || isSimulated === true;
}

/** On the first screen an offer would push down what is being read. True from the second on. */
function useLaterScreen(): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [first] = useState(path);
  const [isLater, setLater] = useState(false);
  if (path !== first && !isLater) setLater(true);
  return isLater;
}

/** @param name under which this device remembers the answer */
function useAnsweredOnce(name: string) {
  const [isDue, setDue] = useState(() => deviceStorage.get(name) === undefined);
  return {
    isDue,
    markAnswered() {
      deviceStorage.set(name, 'yes');
      setDue(false);
    },
  };
}

/** What the console does beyond a page where it is an app of the device. It loads when the screens stand. */
export function ConsoleApp() {
  const { history } = useRouter();
  useAppBadge();
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

interface BadgeNavigator {
  setAppBadge?(count: number): Promise<void>;
}

/** The number on the app's icon is that of the tab's title: how many platforms are down. Signed out there is none. */
function useAppBadge(): void {
  const count = useMeshVerdict().down.length;
  useEffect(() => {
    const device: BadgeNavigator = navigator;
    if (!isAppWindow() || !device.setAppBadge) return undefined;
    // A system may refuse numbers at any time: then there is none.
    const show = (shown: number) => void device.setAppBadge?.(shown).catch(String);
    show(count);
    return () => show(0);
  }, [count]);
}
