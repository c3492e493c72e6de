import { Button, Group, Switch, type SwitchProps, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import type { Rule } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../console/actions.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { byWeight } from '../../domain/alert-ways.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import styles from './alerts.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { payloadOf } from './rule-form.ts';
import { ruleTexts } from './rule-text.ts';

/** When whom to alert, each rule as a sentence. */
export function RulesPanel() {
  const rules = useRead('alertRules');
  const { data: known, loading } = useRead('alertChannels');
  const channels = known ?? [];
  const platforms = useReadData('connections') ?? [];
  /** 0: a new one; else the id of the one that is changed. */
  const [edited, setEdited] = useState<number>();
  const changed = rules.data?.find(({ id }) => id === edited);
  return (
    <ReadPanel
      flush
      title="Rules"
      description="Maintenance is silent, and an acknowledged incident is not repeated"
      actions={
        <Allowed call="addAlertRule">
          <Button leftSection={<IconListCheck size={18} />} onClick={() => setEdited(0)}>
            Add a rule
          </Button>
        </Allowed>
      }
      // Its sentences name channels.
      read={loading ? { ...rules, data: undefined, loading } : rules}
      failed="The rules could not be read"
      room="14.5rem"
      lines={2}
    >
      {(list) => (
        <>
          {list.length === 0 ? (
            <EmptyState
              title="No rules: nobody is alerted"
              description="The bell still lists what happens."
              icon={<IconListCheck />}
            />
          ) : null}
          <ul className={styles.list}>
            {byWeight(list).map((rule) => (
              <RuleCard
                key={rule.id}
                rule={rule}
                texts={ruleTexts(rule, channels, platforms)}
                onChange={() => setEdited(rule.id)}
              />
            ))}
          </ul>
          <RuleDialog
            opened={edited !== undefined}
            rule={changed}
            channels={channels}
            platforms={platforms}
            onClose={() => setEdited(undefined)}
          />
        </>
      )}
    </ReadPanel>
  );
}

interface RuleCardProps {
  rule: Rule;
  texts: ReturnType<typeof ruleTexts>;
  onChange: () => void;
}

function RuleCard({ rule, texts: { when, who, more }, onChange }: RuleCardProps) {
  const { id, name, enabled } = rule;
  const params = { id: String(id) };
  const change = useAction('changeAlertRule', {
    success: 'Rule changed',
    failure: 'The rule could not be changed',
  });
  const removal = useAction('removeAlertRule', {
    success: 'Rule removed',
    failure: 'The rule could not be removed',
  });
  return (
    <li aria-label={name} className={styles.rule}>
      <div>
        <Text fw={600} c={enabled ? '' : 'dimmed'}>
          {name}
        </Text>
        <Text size="sm">
          {when} → {who}
        </Text>
        {more.map((text) => (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ))}
      </div>
      <Group gap="xs">
        <Allowed call="changeAlertRule">
          <Button size="xs" onClick={onChange}>
            Change
          </Button>
        </Allowed>
        <Allowed call="removeAlertRule">
          <ConfirmButton
            size="xs"
            question={{
              title: `Remove ${name}?`,
              text: 'Nobody is alerted by this rule any more.',
              confirm: 'Remove rule',
            }}
            onConfirm={() => removal.mutate({ params })}
          >
            Remove
          </ConfirmButton>
        </Allowed>
        <Allowed call="changeAlertRule">
          <EnabledSwitch
            name={name}
            enabled={enabled}
            disabled={change.isPending || removal.isPending}
            onChange={() => change.mutate({ ...payloadOf(rule), params, enabled: !enabled })}
          />
        </Allowed>
      </Group>
    </li>
  );
}

interface EnabledSwitchProps extends Pick<SwitchProps, 'disabled' | 'onChange'> {
  /** Of what is on or off. */
  name: string;
  enabled: boolean;
}

/** What a tooltip needs: the input itself is not seen, and not pointed at. */
interface PointedAt extends Pick<SwitchProps, 'onMouseEnter' | 'onMouseLeave'> {
  ref?: Ref<HTMLDivElement>;
}

/** Switches a channel or a rule on or off. */
export function EnabledSwitch({ name, enabled, ...rest }: EnabledSwitchProps) {
  const { ref, onMouseEnter, onMouseLeave, ...input }: Omit<SwitchProps, 'ref'> & PointedAt = rest;
  return (
    <Switch
      {...input}
      label={enabled ? 'On' : 'Off'}
      aria-label={`${name} is on`}
      checked={enabled}
      rootRef={ref ?? null}
      wrapperProps={{ onMouseEnter, onMouseLeave }}
    />
  );
}
