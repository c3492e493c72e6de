import { Button, Card, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { payloadOf } from './rule-form.ts';
import { ruleTexts } from './rule-text.ts';
import type { AlertActions } from './use-alert-actions.ts';

interface RulesPanelProps {
  rules: DataRead<readonly Rule[]>;
  channels: readonly Channel[];
  platforms: readonly Pick<Connection, 'id' | 'name'>[];
  actions: AlertActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** When whom to alert, each rule as a sentence. */
export function RulesPanel({ rules, channels, platforms, actions, now }: RulesPanelProps) {
  /** 0: a new one; else the id of the one that is changed. */
  const [edited, setEdited] = useState<number>();
  const [removed, setRemoved] = useState<Rule>();
  const changed = rules.data?.find(({ id }) => id === edited);
  return (
    <ReadPanel
      title="Rules"
      description="Maintenance is silent, and an acknowledged incident is not repeated"
      actions={
        <Allowed call="addAlertRule">
          <Button leftSection={<IconListCheck size={18} />} onClick={() => setEdited(0)}>
            Add a rule
          </Button>
        </Allowed>
      }
      read={rules}
      failed="The rules could not be read"
      room="10.75rem"
      lines={2}
      now={now}
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
          <Stack component="ul" gap="sm">
            {list.map((rule) => (
              <RuleCard
                key={rule.id}
                rule={rule}
                texts={ruleTexts(rule, channels, platforms)}
                actions={actions}
                onChange={() => setEdited(rule.id)}
                onRemove={() => setRemoved(rule)}
              />
            ))}
          </Stack>
          <RuleDialog
            opened={edited !== undefined}
            rule={changed}
            channels={channels}
            platforms={platforms}
            onSave={(payload) => actions.saveRule(changed?.id, payload)}
            onClose={() => setEdited(undefined)}
          />
          <ConfirmDialog
            opened={removed !== undefined}
            title={`Remove ${removed?.name ?? 'the rule'}?`}
            text="Nobody is alerted by this rule any more."
            confirm="Remove rule"
            onConfirm={() => {
              if (removed) actions.removeRule(removed);
              setRemoved(undefined);
            }}
            onClose={() => setRemoved(undefined)}
          />
        </>
      )}
    </ReadPanel>
  );
}

interface RuleCardProps {
  rule: Rule;
  texts: ReturnType<typeof ruleTexts>;
  actions: AlertActions;
  onChange: () => void;
  onRemove: () => void;
}

function RuleCard({
  rule,
  texts: { when, who, more },
  actions,
  onChange,
  onRemove,
}: RuleCardProps) {
  const { id, name, enabled } = rule;
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Text fw={600} c={enabled ? '' : 'dimmed'}>
          {name}
        </Text>
        <Allowed call="changeAlertRule">
          <EnabledSwitch
            name={name}
            enabled={enabled}
            disabled={actions.busyWith === String(id)}
            onChange={() => void actions.saveRule(id, { ...payloadOf(rule), enabled: !enabled })}
          />
        </Allowed>
      </Group>
      <Text size="sm">
        {when} → {who}
      </Text>
      {more.map((text) => (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ))}
      <Group gap="xs" mt="sm">
        <Allowed call="changeAlertRule">
          <Button size="xs" onClick={onChange}>
            Change
          </Button>
        </Allowed>
        <Allowed call="removeAlertRule">
          <Button size="xs" onClick={onRemove}>
            Remove
          </Button>
        </Allowed>
      </Group>
    </Card>
  );
}
