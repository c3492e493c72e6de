import { useState } from 'react';
import { useLinkState } from '../../link/link-state.ts';
import {
  type CheckResult,
  checkForUpdate,
  type UpdateState,
  useServiceWorker,
  useUpdate,
} from '../../link/updates/updates.ts';
import { ownBuild, ownVersion } from '../../product.ts';
import { VersionSection } from '../../ui/device/version-section.tsx';
import { useUpdating } from '../-console-update.tsx';
import { useReleases } from '../-use-releases.ts';
import { offlineWords } from './-offline-words.ts';

const NEWS: Readonly<Record<UpdateState['state'], string>> = {
  none: '',
  fetching: 'Another version is on its way to this device.',
  ready: 'A new version is ready.',
  held: 'A new version has taken over. This tab follows when its work is done.',
  failed:
    'The server has another version, and this device could not keep it: its storage may be full, or the line too bad. This page goes on as it is.',
};

const CHECKED: Readonly<Record<CheckResult, string>> = {
  another: '',
  same: 'There is no newer version.',
  unreachable: 'The server could not be asked.',
};

const UPLOADING = 'An upload is under way or not sent yet: the update waits for it.';

/** Which version this page is of, and the way to another. */
export function VersionOfDevice() {
  const { state } = useUpdate();
  const { serverBuild } = useLinkState();
  const { asking, hindrance, update } = useUpdating();
  const [checked, setChecked] = useState<CheckResult | 'asking'>();
  async function check(): Promise<void> {
    setChecked('asking');
    setChecked(await checkForUpdate());
  }
  const answer = checked === undefined || checked === 'asking' ? '' : CHECKED[checked];
  return (
    <VersionSection
      version={ownVersion()}
      build={ownBuild()}
      serverBuild={serverBuild}
      offline={offlineWords(useServiceWorker())}
      news={hindrance ? UPLOADING : NEWS[state] || answer}
      ready={state === 'ready' || state === 'held'}
      busy={asking ? 'update' : checked === 'asking' ? 'check' : undefined}
      releases={useReleases()}
      onCheck={() => void check()}
      onUpdate={update}
    />
  );
}
