import { Anchor, Group } from '@mantine/core';
import { PATHS } from '../../../contract/paths.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { StatusPageForm } from './status-page-form.tsx';

/** What everybody may read without an account. A server that has no such page shows nothing here. */
export function StatusPagePanel({ platforms }: { platforms: readonly PlatformRow[] }) {
  const page = useRead('statusPage');
  if (isMissing(page)) return null;
  return (
    <ReadPanel
      title="Public status page"
      description="For everybody, without an account: state, 90 days, incidents with their updates, planned maintenance"
      actions={
        <Group gap="md">
          <Anchor size="sm" href={`${PATHS.statusPage}/preview`} target="_blank">
            Preview what is saved
          </Anchor>
          {page.data?.on ? (
            <Anchor size="sm" href={page.data.address} target="_blank">
              Open the page
            </Anchor>
          ) : null}
        </Group>
      }
      footer={
        <p>
          Updates of incidents are shown as they were written. Comments, names of people, reasons
          and addresses are not.
        </p>
      }
      read={page}
      failed="The settings of the status page could not be read"
      room="16rem"
      lines={4}
    >
      {(data) => (
        // What somebody else saved is what is changed here.
        <StatusPageForm key={JSON.stringify(data)} data={data} platforms={platforms} />
      )}
    </ReadPanel>
  );
}
