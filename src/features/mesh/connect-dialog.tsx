import { Anchor, Code, List, Modal, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { useRead } from '../../console/reads.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';

const JWKS = '/.well-known/jwks.json';

/** How this server joins a real mesh, and where it calls each platform until then. */
export function ConnectDialog({ opened, onClose }: DialogProps) {
  const platforms = useRead('connections').data ?? [];
  return (
    <Modal opened={opened} title="Connect a real mesh" size="xl" onClose={onClose}>
      <Stack gap="lg">
        <Text size="sm">
          {platforms.some(({ simulated }) => simulated)
            ? 'This server runs the simulated platforms itself, to try the product out. Probes, signatures, transfers and proofs between them are real; the platforms are not.'
            : 'Platforms are added by admins, or named in the configuration of the server.'}
        </Text>
        <AddHere />
        <section>
          <Title order={3} mb="xs">
            By the configuration of the server
          </Title>
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
        </section>
        {platforms.length > 0 ? (
          <section>
            <Title order={3} mb="xs">
              Platforms now
            </Title>
            <ScrollTable
              label="Platforms now"
              minWidth="26rem"
              data={{
                head: ['Platform', 'Address', 'Runs'],
                body: platforms.map((one) => [
                  one.name,
                  <Address key="address" {...one} />,
                  one.simulated ? 'Simulated, on this server' : 'Real',
                ]),
              }}
            />
          </section>
        ) : null}
      </Stack>
    </Modal>
  );
}

/** Most need no file. */
function AddHere() {
  const reason = useDisabledReason('addPlatform');
  return (
    <Text size="sm">
      {reason ? (
        `Platforms can be added here. ${reason}`
      ) : (
        <>
          <Anchor component={Link} inherit to="/platforms" search={{ new: 1 } as never}>
            Add a platform here
          </Anchor>
          , without a file or a restart: a site, a port, a DNS name, a job, another mesh node.
        </>
      )}
    </Text>
  );
}

function Address({ id }: Pick<Connection, 'id'>) {
  const { data, loading } = useRead('platform', { id });
  return <>{loading ? '…' : (data?.address ?? 'not configured')}</>;
}
