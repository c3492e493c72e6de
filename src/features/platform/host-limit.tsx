import { Button, Checkbox, Group, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { hostUnit, limitOf, subjectText } from '../../../contract/host-text.ts';
import type { Host, HostSeries } from '../../../contract/shapes/host.ts';
import { useAction } from '../../console/actions.ts';

interface HostLimitProps {
  /** Of a platform, or of this node. */
  id: string;
  limits: Host['limits'];
  series: HostSeries;
}

/** From when on a value is an incident: of this one, or of all of its measure. */
export function HostLimit({ id, limits, series: { measure, name } }: HostLimitProps) {
  const { isPending, mutate } = useAction('changeHost', { success: 'Limit saved' });
  const { over = '', forSec = 600, name: of = name } = limitOf({ measure, name }, limits) ?? {};
  const form = useForm({
    initialValues: { over: over as number | '', minutes: forSec / 60, isOfAll: of === '' },
  });
  const save = form.onSubmit(({ over, minutes, isOfAll }) => {
    const one = { measure, name: isOfAll ? '' : name };
    const others = limits.filter((of) => of.measure !== measure || of.name !== one.name);
    const limit = { ...one, over: Number(over), forSec: Math.round(minutes * 60) };
    mutate({ params: { id }, limits: over === '' ? others : [...others, limit] });
  });
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="end">
        <NumberInput
          label={`An incident over (${hostUnit(measure)})`}
          placeholder="No limit"
          min={0}
          {...form.getInputProps('over')}
        />
        <NumberInput label="For (minutes)" min={0} max={1440} {...form.getInputProps('minutes')} />
        {name === '' ? null : (
          <Checkbox
            label={`Any ${subjectText({ measure, name: '' }).toLowerCase()}`}
            mb="xs"
            {...form.getInputProps('isOfAll', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" loading={isPending}>
          Save limit
        </Button>
      </Group>
    </form>
  );
}
