import { Badge, Button, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { type ComponentType, memo, useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { sizeText } from '../../shared/format.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import type { SelectBundleProps } from './bundle-select.tsx';
import { bundleState, deployDisabledReason, isRetry, summarizeTargets } from './bundle-state.ts';
import styles from './bundle-table.module.css';

/** What can be done with a bundle. */
export interface BundleActions {
  /** Undefined where the server does not deploy. */
  readonly onDeploy: ((ids: readonly string[]) => void) | undefined;
  readonly onDetails: (id: string) => void;
}

interface BundleRowProps extends BundleActions {
  bundle: Bundle;
  platformCount: number;
  /** Undefined: rows cannot be selected. */
  selected?: boolean | undefined;
  /** @param range the row and all between it and the one that was selected before */
  onSelect?: ((id: string, selected: boolean, range: boolean) => void) | undefined;
  SelectBundle?: ComponentType<SelectBundleProps> | undefined;
}

/** One bundle; rendered again only when it changes itself. */
export const BundleRow = memo(function BundleRow(props: BundleRowProps) {
  const { bundle, platformCount, selected, onSelect, SelectBundle, onDeploy, onDetails } = props;
  const id = String(bundle.id);
  return (
    <tr className={styles.row} data-row={id} data-selected={selected || undefined}>
      {onSelect && SelectBundle ? (
        <td className={styles.check}>
          <SelectBundle
            id={id}
            name={bundle.name}
            selected={selected ?? false}
            onSelect={onSelect}
          />
        </td>
      ) : null}
      <th scope="row">
        <div className={styles.title}>
          <BundleName name={bundle.name} onClick={() => onDetails(id)} />
          <span className={styles.size}>{sizeText(bundle.size)}</span>
        </div>
        {bundle.reason ? <p className={styles.reason}>{bundle.reason}</p> : null}
      </th>
      <td className={styles.status}>
        <BundleBadge bundle={bundle} />
      </td>
      <td className={styles.targets}>
        <Targets targets={bundle.targetPlatforms} platformCount={platformCount} />
      </td>
      <td className={styles.time}>
        <time dateTime={bundle.createdAt}>{momentText(momentOf(bundle.createdAt))}</time>
      </td>
      <td className={styles.actions}>
        <div className={styles.buttons}>
          {onDeploy ? <DeployButton bundle={bundle} onDeploy={() => onDeploy([id])} /> : null}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`Details of ${bundle.name}`}
            onClick={() => onDetails(id)}
          >
            Details
          </Button>
        </div>
      </td>
    </tr>
  );
});

/** Characters at the end of a name that are never cut off. */
const NAME_END = 12;

/** A name in one line, cut in its middle where it does not fit. A press shows it whole, with the details. */
function BundleName({ name, onClick }: { name: string; onClick: () => void }) {
  // Not in the order of the keyboard: the row's Details button does the same.
  return (
    <UnstyledButton
      className={styles.name}
      fz="inherit"
      tabIndex={-1}
      title={name}
      onClick={onClick}
    >
      <span className={styles.nameStart}>{name.slice(0, -NAME_END)}</span>
      <span className={styles.nameEnd}>{name.slice(-NAME_END)}</span>
    </UnstyledButton>
  );
}

/** How far a bundle has got. Only trouble fills its badge with colour. */
export function BundleBadge({ bundle }: { bundle: Bundle }) {
  const { label, color } = bundleState(bundle);
  const isTrouble = color === 'red' || color === 'yellow';
  return (
    <Badge variant={isTrouble ? 'light' : 'dot'} color={color} maw="100%">
      {label}
    </Badge>
  );
}

interface TargetsProps {
  targets: readonly string[] | null;
  platformCount: number;
}

function Targets({ targets, platformCount }: TargetsProps) {
  const { text, hidden } = summarizeTargets(targets, platformCount);
  if (hidden.length === 0) return text;
  return (
    <>
      {text} <MoreTargets names={hidden} />
    </>
  );
}

function MoreTargets({ names }: { names: readonly string[] }) {
  const [opened, setOpened] = useState(false);
  return (
    <LazyPopover
      opened={opened}
      onChange={setOpened}
      button={
        <UnstyledButton fz="inherit" fw={500} aria-label={`${names.length} more platforms`}>
          +{names.length}
        </UnstyledButton>
      }
    >
      <Text size="sm" maw="20rem">
        {names.join(', ')}
      </Text>
    </LazyPopover>
  );
}

function DeployButton({ bundle, onDeploy }: { bundle: Bundle; onDeploy: () => void }) {
  const reason = deployDisabledReason(bundle);
  const verb = isRetry(bundle) ? 'Retry' : 'Deploy';
  // It keeps the focus and says why it does nothing: `disabled` would take both away.
  return (
    <Button
      size="xs"
      aria-label={`${verb} ${bundle.name}${reason ? `: ${reason}` : ''}`}
      {...(reason
        ? { 'aria-disabled': true, 'data-disabled': true, title: reason }
        : { onClick: onDeploy })}
    >
      {verb}
    </Button>
  );
}

const SKELETON_ROWS = [1, 2, 3];
const SKELETON_WIDTHS = ['70%', '5rem', '6rem', '8rem', '9rem'];

/** Three rows in the place of those that are still being read. */
export function BundleRowSkeletons({ selectable }: { selectable: boolean }) {
  return SKELETON_ROWS.map((row) => (
    <tr key={row} className={styles.row} data-bundle-placeholder="">
      {selectable ? <td className={styles.check} /> : null}
      {SKELETON_WIDTHS.map((width) => (
        <td key={width}>
          <Skeleton width={width} maw="100%" height="1rem" />
        </td>
      ))}
    </tr>
  ));
}
