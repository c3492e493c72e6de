import { Anchor, Group, Text } from '@mantine/core';
import { PATHS } from '../../../contract/paths.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { StatusPageForm } from './status-page-form.tsx';
import '../../ui/theme/late-styles.css';

/** What everybody may read without an account; for others than admins, why they do not see it. */
export function StatusPageScreen() {
  const reason = useDisabledReason('statusPage');
  if (reason === undefined) return <StatusPage />;
  return (
    <Panel title="Public status page">
      <Text>{reason}</Text>
    </Panel>
  );
}

function StatusPage() {
  const page = useRead('statusPage');
  const { data: platforms, ...listed } = useRead('connections');
  useReady(!page.loading && !listed.loading);
  if (isMissing(page)) return <EmptyState title="This server has no status page" />;
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
      read={platforms ? page : { ...listed, data: undefined }}
      failed="The settings of the status page could not be read"
      room={{ base: '28rem', sm: '20rem' }}
      lines={4}
    >
      {(data) => (
        // What somebody else saved is what is changed here.
        <StatusPageForm key={JSON.stringify(data)} data={data} platforms={platforms ?? []} />
      )}
    </ReadPanel>
  );
}
