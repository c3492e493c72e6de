import { Button, Text } from '@mantine/core';
import { IconBellPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../console/reads.ts';
import { reachingOnDown, waysOf } from '../../domain/alert-ways.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import styles from './alerts.module.css';
import { ChannelDialog } from './channel-dialog.tsx';
import { WayRow } from './way-row.tsx';

/** Who is told when something goes wrong now: a line for each way, with the button that mends it. */
export function WaysPanel() {
  const channels = useRead('alertChannels');
  const rules = useRead('alertRules');
  const { data: deliveries = [] } = useRead('alertDeliveries');
  /** 'new', or the id of the one that is changed. */
  const [edited, setEdited] = useState<string>();
  const { data: known } = rules;
  const ways = channels.data && known && waysOf(channels.data, known, deliveries);
  const reaching = ways && reachingOnDown(ways);
  return (
    <ReadPanel
      flush
      title="Who is told"
      description={
        reaching === 0 ? (
          <Text span inherit c="red" fw={600}>
            When a platform goes down now, nobody is told
          </Text>
        ) : (
          ways && `When a platform goes down now, ${reaching} of ${ways.length} ways reach somebody`
        )
      }
      actions={
        <Allowed call="addAlertChannel">
          <Button leftSection={<IconBellPlus size={18} />} onClick={() => setEdited('new')}>
            Add a channel
          </Button>
        </Allowed>
      }
      // Without the rules nothing is known of who is told.
      read={{
        ...channels,
        data: ways,
        loading: channels.loading || rules.loading,
        failure: channels.failure ?? rules.failure,
      }}
      failed="Who is told could not be read"
      room="8rem"
      lines={2}
    >
      {(list, age) => (
        <>
          <ul className={styles.list}>
            {list.map((way) => (
              <WayRow
                key={way.channel.id}
                {...{ way, age, rules: known ?? [] }}
                onChange={() => setEdited(way.channel.id)}
              />
            ))}
          </ul>
          <ChannelDialog
            opened={edited !== undefined}
            channel={channels.data?.find(({ id }) => id === edited)}
            rules={known ?? []}
            hasTexts={list.some(({ channel }) => channel.texts !== undefined)}
            onClose={() => setEdited(undefined)}
          />
        </>
      )}
    </ReadPanel>
  );
}
