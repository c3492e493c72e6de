import { Badge, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useAction } from '../../console/actions.ts';
import type { Age } from '../../shared/model.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { kindName } from './kinds.ts';
import { groupingOf } from './platform-values.ts';
import styles from './platforms.module.css';

interface PlatformCardProps {
  row: PlatformRow;
  /** How it is now; undefined: nothing is known. */
  state: { readonly status: string; readonly failure?: string | null | undefined } | undefined;
  age: Age;
  /** All ids, in their order. */
  ids: readonly string[];
  onChange: () => void;
  onRemove: () => void;
}

/** Why it cannot be changed here. */
export const FILE_REASON =
  'From the mesh configuration file: change it there and restart the server.';
const SIMULATED_REASON = 'This server simulates it: it can be paused and removed.';

/** One platform as it was set up, how it is, and what can be done with it. */
export function PlatformCard(props: PlatformCardProps) {
  const { row, state, age, onChange } = props;
  const { name, kind, target, source, simulated } = row;
  const { group, tags = [] } = groupingOf(row);
  const isFixed = source === 'file';
  const failure = age === 'unknown' ? null : state?.failure;
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.text}>
        <div className={styles.title}>
          <b>{name}</b>
          <StatusMark status={state?.status ?? 'unknown'} word age={age} />
          {simulated ? <Badge>Simulated</Badge> : null}
          {isFixed && !simulated ? <Badge title={FILE_REASON}>From the file</Badge> : null}
        </div>
        <p>{[kind === 'report' ? '' : kindName(kind), target].filter(Boolean).join(' · ')}</p>
        {group || tags.length > 0 ? (
          <p>{[group, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ')}</p>
        ) : null}
        {failure ? <p>{failure}</p> : null}
      </div>
      <div className={styles.actions}>
        <Allowed
          call="changePlatform"
          unless={isFixed ? (simulated ? SIMULATED_REASON : FILE_REASON) : undefined}
        >
          <Button size="xs" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
        </Allowed>
        <PlatformMenu {...props} />
      </div>
    </li>
  );
}

/** What is seldom done. */
function PlatformMenu({ row, ids, onRemove }: PlatformCardProps) {
  const { id, name, paused, source, simulated } = row;
  const pause = useAction('pausePlatform', {
    success: (_, { paused }) => (paused ? `${name} is paused` : `${name} is probed again`),
    failure: 'It was not changed',
  });
  const order = useAction('orderPlatforms', { failure: 'The order was not changed' });
  const place = ids.indexOf(id);
  function moveTo(to: number): void {
    const others = ids.filter((one) => one !== id);
    order.mutate({ ids: others.toSpliced(to, 0, id) });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          aria-label={`More about ${name}`}
          loading={pause.isPending || order.isPending}
        >
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => (
            <Link to="/mesh-network/$platform" params={{ platform: id }} {...props} />
          )}
        >
          Show history
        </Menu.Item>
        <Menu.Item onClick={() => pause.mutate({ params: { id }, paused: !paused })}>
          {paused ? 'Resume' : 'Pause'}
        </Menu.Item>
        <Menu.Item disabled={place === 0} onClick={() => moveTo(0)}>
          Move to the top
        </Menu.Item>
        <Menu.Item disabled={place === 0} onClick={() => moveTo(place - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={place === ids.length - 1} onClick={() => moveTo(place + 1)}>
          Move down
        </Menu.Item>
        <Menu.Item color="red" disabled={source === 'file' && !simulated} onClick={onRemove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
