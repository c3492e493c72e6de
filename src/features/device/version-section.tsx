import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useConnection } from '../../console/connection.ts';
import { ownBuild, ownVersion } from '../../device/product.ts';
import {
  type CheckResult,
  checkForUpdate,
  useServiceWorker,
  useUpdate,
} from '../../device/updates/updates.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Section } from '../../ui/section.tsx';
import { CHECK_TEXTS, offlineText, UPDATE_TEXTS, UPLOADING } from './device-texts.ts';
import { ReleaseNotes } from './update-notice.tsx';
import { useReleases, useUpdating } from './use-updating.ts';

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
        items={{
          'This page': `${ownVersion()} (${ownBuild()})`,
          'The server': serverBuild ?? 'Not known',
          Offline: offlineText(useServiceWorker()),
        }}
      />
      <Text size="sm" role="status">
        {blocked ? UPLOADING : UPDATE_TEXTS[state] || result}
      </Text>
      <ReleaseNotes releases={useReleases()} />
    </Section>
  );
}
