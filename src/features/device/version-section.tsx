import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useConnection } from '../../client/connection.ts';
import {
  type CheckResult,
  checkForUpdate,
  type ServiceWorkerState,
  type UpdateState,
  useServiceWorker,
  useUpdate,
} from '../../client/updates/updates.ts';
import { ownBuild, ownVersion } from '../../product.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Section } from '../../ui/section.tsx';
import { ReleaseNotes } from '../updates/release-notes.tsx';
import { useReleases, useUpdating } from '../updates/use-updating.ts';

const UPDATE_TEXTS: Readonly<Record<UpdateState['state'], string>> = {
  none: '',
  fetching: 'A new version is being downloaded.',
  ready: 'A new version is ready.',
  held: 'A new version is in use. This tab follows when its work is done.',
  failed:
    'The server has a new version, but this device could not store it. Its storage may be full, or the network too slow. This page goes on as it is.',
};

const CHECK_TEXTS: Readonly<Record<CheckResult, string>> = {
  another: '',
  same: 'There is no newer version.',
  unreachable: 'The server could not be reached.',
};

const UPLOADING = 'The update waits until your uploads are sent.';

/** Which version this page is, and the way to another. */
export function VersionSection() {
  const { state } = useUpdate();
  const { serverBuild } = useConnection();
  const { asking, disabledReason: blocked, update } = useUpdating();
  const [checked, setChecked] = useState<CheckResult | 'asking'>();

  async function check(): Promise<void> {
    setChecked('asking');
    setChecked(await checkForUpdate());
  }

  const isReady = state === 'ready' || state === 'held';
  const result = checked === undefined || checked === 'asking' ? '' : CHECK_TEXTS[checked];
  return (
    <Section
      title="Version"
      actions={
        <>
          {isReady ? (
            <Button variant="filled" loading={asking} onClick={update}>
              Update now
            </Button>
          ) : null}
          <Button loading={checked === 'asking'} onClick={() => void check()}>
            Check for updates
          </Button>
          <Anchor size="sm" href="/repair.html">
            Repair
          </Anchor>
        </>
      }
    >
      <DescriptionList
        labelWidth="10rem"
        gap="xs"
        items={{
          'This page': `${ownVersion()} (${ownBuild()})`,
          'The server': serverBuild ?? 'Not known',
          Offline: offlineText(useServiceWorker()),
        }}
      />
      <Text size="sm" role="status">
        {blocked ? UPLOADING : UPDATE_TEXTS[state] || result}
      </Text>
      <ReleaseNotes releases={useReleases(true)} />
    </Section>
  );
}

/** @returns whether this page starts without the server, and why not */
function offlineText(worker: ServiceWorkerState): string {
  if (!worker.supported) return 'Not available: needs HTTPS and a current browser';
  if (worker.inControl) return 'Ready';
  if (worker.installing) return 'Being prepared';
  if (worker.kept) return 'Ready from the next start';
  return worker.failed ? 'Could not be stored on this device' : 'Not ready yet';
}
