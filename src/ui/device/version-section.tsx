import { Button } from '../button/button.tsx';
import { buttonLook } from '../button/button-look.ts';
import { Facts } from '../facts/facts.tsx';
import { ReleaseNotes, type ReleaseNotesProps } from '../update/release-notes.tsx';
import { DeviceActions, DeviceSection, DeviceText } from './device-dialog.tsx';

interface VersionSectionProps extends ReleaseNotesProps {
  version: string;
  /** Name of the build that this page is of. */
  build: string;
  /** What the server said it serves; undefined before it has said so. */
  serverBuild: string | undefined;
  /** Of the service worker, in words. */
  offline: string;
  /** What is known of a newer version, in words. */
  news: string;
  /** One is ready. */
  ready: boolean;
  /** 'check' or 'update': under way. */
  busy: 'check' | 'update' | undefined;
  onCheck: () => void;
  onUpdate: () => void;
}

/** Which version runs here, whether there is another, and the ways out when something is wrong with it. */
export function VersionSection(props: VersionSectionProps) {
  const { version, build, serverBuild, offline, news, ready, busy, releases } = props;
  return (
    <DeviceSection title="Version">
      <Facts
        facts={[
          { name: 'This page', value: `${version} (${build})` },
          { name: 'The server', value: serverBuild ?? 'Not known' },
          { name: 'Without a network', value: offline },
        ]}
      />
      <div role="status">
        <DeviceText>{news}</DeviceText>
      </div>
      <ReleaseNotes releases={releases} />
      <DeviceActions>
        {ready ? (
          <Button kind="primary" busy={busy === 'update'} onClick={props.onUpdate}>
            Update now
          </Button>
        ) : null}
        <Button busy={busy === 'check'} onClick={props.onCheck}>
          Check for updates
        </Button>
        <a className={buttonLook()} href="/repair.html">
          Repair
        </a>
      </DeviceActions>
    </DeviceSection>
  );
}
