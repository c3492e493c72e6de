import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Rota, Turn } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../console/actions.ts';
import { isRotaUnreachable } from '../../domain/alert-reach.ts';
import { momentText } from '../../domain/moment.ts';
import { Allowed } from '../../ui/allowed.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { Nothing, Part, Row } from './part.tsx';
import { RotaDialog, SwapDialog } from './rota-dialog.tsx';

/** Who is on duty, now and next, and whether alerts reach them. */
export function OnDuty({ rota }: { rota: DataRead<Rota> }) {
  const [opened, setOpened] = useState<'rota' | 'swap'>();
  const { data } = rota;
  const close = () => setOpened(undefined);
  return (
    <Part
      title="On duty"
      read={rota}
      actions={
        <Group gap="xs" data-screen-only>
          {data?.onDuty ? (
            <Allowed call="changeRota">
              <Button size="xs" onClick={() => setOpened('swap')}>
                Swap
              </Button>
            </Allowed>
          ) : null}
          <Allowed call="changeRota" unless={data ? undefined : 'The rota is not known.'}>
            <Button size="xs" onClick={() => setOpened('rota')}>
              {data?.onDuty ? 'Change rota' : 'Set up a rota'}
            </Button>
          </Allowed>
        </Group>
      }
    >
      {(known) => (
        <>
          {known.onDuty ? (
            <ul>
              {isRotaUnreachable(known) ? (
                <Row>
                  <Text c="red" size="sm" fw={600}>
                    Nobody on the rota can be reached: no device of theirs is on.
                  </Text>
                </Row>
              ) : null}
              <TurnRow label="Now" turn={known.onDuty} rota={known} />
              {known.next ? <TurnRow label="Next" turn={known.next} rota={known} /> : null}
            </ul>
          ) : (
            <Nothing text="No rota yet: rules cannot alert who is on duty" />
          )}
          <RotaDialog opened={opened === 'rota'} rota={known} onClose={close} />
          <SwapDialog opened={opened === 'swap'} rota={known} onClose={close} />
        </>
      )}
    </Part>
  );
}

function TurnRow({ label, turn, rota }: { label: 'Now' | 'Next'; turn: Turn; rota: Rota }) {
  const isNow = label === 'Now';
  const isSwap = isNow && rota.swap !== null;
  // Of whoever stands in without being on the rota, nothing is known.
  const person = rota.people.find((one) => one.name === turn.name);
  const { isPending, mutate } = useAction('changeRota', {
    success: 'The swap has ended',
    failure: 'The swap could not be ended',
  });
  return (
    <Row>
      <div>
        {label}: <b>{turn.name}</b>
        {isSwap ? ' stands in' : ''} {isNow ? 'until' : 'from'} {momentText(turn.at)}
        {person?.devices === 0 && !isRotaUnreachable(rota) ? (
          <Text size="sm" c="yellow" fw={500}>
            {turn.name} {person.gone ? 'is no operator any more' : 'has no device that is alerted'}:
            alerts go to the next person.
          </Text>
        ) : null}
      </div>
      {isSwap ? (
        <Allowed call="changeRota">
          <Button size="xs" loading={isPending} onClick={() => mutate({ swap: null })}>
            End swap
          </Button>
        </Allowed>
      ) : null}
    </Row>
  );
}
