import { Anchor, Button, Code, Group, List, Modal, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';

const JWKS = '/.well-known/jwks.json';

/** The first steps on a new server, and how it joins a real mesh by its configuration. */
export function ConnectDialog({ opened, onClose }: DialogProps) {
  const platforms = useReadData('connections') ?? [];
  const real = platforms.filter(({ simulated }) => !simulated);
  return (
    <Modal opened={opened} title="First steps" size="xl" onClose={onClose}>
      <Stack gap="lg">
        <List type="ordered" listStyleType="decimal" spacing="md">
          <Origin platforms={platforms} />
          <AddHere hasReal={real.length > 0} />
          <LetKnow />
        </List>
        <details>
          <summary>Join a mesh by the configuration of the server</summary>
          <List type="ordered" listStyleType="decimal" size="sm" spacing="xs">
            <List.Item>
              Copy <Code>mesh.config.sample.json</Code>, and write down for each platform its{' '}
              <Code>id</Code>, <Code>name</Code>, <Code>domain</Code> and <Code>address</Code>. Set{' '}
              <Code>MESH_CONFIG</Code> to the path of the copy.
            </List.Item>
            <List.Item>
              Let the platforms reach this server: <Code>HOST=0.0.0.0</Code>, and the names that
              they use for it in <Code>ALLOWED_HOSTS</Code>. Between machines use HTTPS:{' '}
              <Code>TLS_CERT</Code> and <Code>TLS_KEY</Code>. The clocks may differ by 5 seconds.
            </List.Item>
            <List.Item>
              Start it again, and exchange keys with the operators of the platforms. The{' '}
              <Code>kid</Code> of this server's key is at{' '}
              <Anchor inherit href={JWKS} target="_blank">
                {location.origin}
                {JWKS}
              </Anchor>
              ; theirs stand in <Code>keys</Code>.
            </List.Item>
            <List.Item>
              <Code>npm run check-mesh</Code> calls each platform as this server would. It prints
              what answers, with which id, key, clock and version, and what to change.
            </List.Item>
            <List.Item>Sync Mesh exchanges what each knows, and lists conflicts.</List.Item>
          </List>
          <Text size="sm" mt="xs">
            Simulated platforms are gone once the file has an address, or when an admin removes
            them.
          </Text>
        </details>
        {real.length > 0 ? (
          <section>
            <Title order={3} mb="xs">
              Real platforms now
            </Title>
            <ScrollTable
              label="Real platforms now"
              minWidth="26rem"
              data={{
                head: ['Platform', 'Address'],
                body: real.map((one) => [one.name, <Address key="address" {...one} />]),
              }}
            />
          </section>
        ) : null}
      </Stack>
    </Modal>
  );
}

interface StepProps {
  title: string;
  /** What can be pressed. */
  actions?: ReactNode;
  children: ReactNode;
}

function Step({ title, actions, children }: StepProps) {
  return (
    <List.Item>
      <Title order={3}>{title}</Title>
      <Text size="sm">{children}</Text>
      {actions ? (
        <Group gap="xs" mt="xs">
          {actions}
        </Group>
      ) : null}
    </List.Item>
  );
}

interface GoProps {
  to: '/platforms' | '/people' | '/alerts';
  search?: object;
  isMain?: boolean;
  children: string;
}

const Go = ({ to, search = {}, isMain, children }: GoProps) => (
  <Button
    variant={isMain ? 'filled' : 'default'}
    renderRoot={(props) => <Link {...props} to={to} search={search} />}
  >
    {children}
  </Button>
);

function Origin({ platforms }: { platforms: readonly Connection[] }) {
  const simulated = platforms.filter((one) => one.simulated).map(({ name }) => name);
  if (simulated.length === 0)
    return (
      <Step title="What you see is real">
        Nothing is simulated. {platforms.length === 0 ? 'No platform is watched yet.' : ''}
      </Step>
    );
  return (
    <Step title="What you see is simulated">
      This server runs {simulated.join(', ')} itself, to try the product out. Probes, signatures,
      transfers and proofs between them are real; the platforms are not. Once you have added your
      first platform you are asked whether they go.
    </Step>
  );
}

/** Most need no file. */
function AddHere({ hasReal }: { hasReal: boolean }) {
  const reason = useDisabledReason('addPlatform');
  return (
    <Step
      title={hasReal ? 'Add more platforms' : 'Add your first platform'}
      actions={
        reason ? null : (
          <>
            <Go to="/platforms" search={{ new: 1 }} isMain={!hasReal}>
              Add a platform
            </Go>
            <Go to="/platforms">Import from elsewhere</Go>
          </>
        )
      }
    >
      A site, a port, a DNS name, a job that reports itself, or another mesh node, without a file or
      a restart. {reason ?? 'Uptime Kuma, Gatus and tables can be imported.'}
    </Step>
  );
}

function LetKnow() {
  const cannotInvite = useDisabledReason('people');
  return (
    <Step
      title="Invite somebody, or switch alerts on"
      actions={
        <>
          {cannotInvite ? null : <Go to="/people">Invite somebody</Go>}
          <Go to="/alerts">Switch alerts on</Go>
        </>
      }
    >
      Nobody is alerted of what goes wrong before a channel of theirs is in a rule: mail, a webhook,
      or push to their devices.
    </Step>
  );
}

function Address({ id }: Pick<Connection, 'id'>) {
  const { data, loading } = useRead('platform', { id });
  return <>{loading ? '…' : (data?.address ?? 'not configured')}</>;
}
