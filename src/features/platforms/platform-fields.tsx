import { Autocomplete, MultiSelect, Stack, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { dependsOnProblem } from '../../../contract/depends-on.ts';
import { DEPENDS_ON_MAX, TAGS_MAX } from '../../../contract/platform-limits.ts';
import { type PlatformRow, WITNESSED_KINDS } from '../../../contract/shapes/platform.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { namesOf } from '../../domain/groups.ts';
import { controlsOf } from './kinds/controls.tsx';
import { KINDS, kindOf } from './kinds/kinds.ts';
import { type PlatformValues, suggestedName } from './platform-values.ts';
import { useMeshThresholds } from './threshold-fields.tsx';

interface FieldsProps {
  form: UseFormReturnType<PlatformValues>;
  /** That is changed; undefined: a new one. */
  row: PlatformRow | undefined;
}

/** What one has, where it is reached, and what it is called. */
export function MainFields({ form, row }: FieldsProps) {
  const { values } = form;
  const controls = controlsOf(form);
  const { text, select } = controls;
  const { hint: description, address, main } = kindOf(values.kind);
  const kinds = Object.entries(KINDS).map(([value, { has }]) => ({ value, label: has }));
  const pasted = { required: true, maxLength: TEXT_MAX.address, 'data-autofocus': true };
  return (
    <>
      {row ? null : select('kind', 'What do you have?', kinds, { description })}
      {address && text('address', address.label, address.example, pasted)}
      {main?.({ values, controls, row })}
      {controls.row(
        text('name', 'Name', suggestedName(values), {
          required: address === undefined,
          maxLength: TEXT_MAX.platformName,
        }),
        values.kind === 'mesh'
          ? text('id', 'Id', 'Its node.id', { required: true, disabled: !!row })
          : null,
      )}
    </>
  );
}

const WITNESSED = [
  { value: '', label: 'Unless something is secret' },
  { value: 'plain', label: 'Without what is secret: it answers alike' },
  { value: 'never', label: 'Never' },
];
const WITNESSED_TEXT = {
  description:
    'Those that agreed. How it signs in, its headers, the query of its address and the bytes that a port is sent stay here.',
};

/** What most leave as it is. */
export function MoreFields({ form, row }: FieldsProps) {
  const { values } = form;
  const controls = controlsOf(form);
  const { input, text, select } = controls;
  const isWitnessed = WITNESSED_KINDS.some((kind) => kind === values.kind);
  const hasGroups = useMeshThresholds() !== undefined;
  const platforms = useKnownPlatforms();
  const known = namesOf(platforms);
  const id = row?.id ?? '';
  // What depends on it already would go in a circle.
  const causes = platforms.filter(
    (one) => one.id !== id && !dependsOnProblem({ id, dependsOn: [one.id] }, platforms),
  );
  return (
    <Stack gap="md" pt="sm">
      {kindOf(values.kind).more?.({ values, controls, row })}
      {isWitnessed ? select('witnessed', 'Peers look at it', WITNESSED, WITNESSED_TEXT) : null}
      {hasGroups
        ? controls.row(
            <Autocomplete
              label="Group"
              placeholder="None"
              data={known.groups}
              maxLength={TEXT_MAX.group}
              {...input('group')}
            />,
            <TagsInput
              label="Tags"
              placeholder={values.tags.length === 0 ? 'None' : ''}
              data={known.tags}
              maxTags={TAGS_MAX}
              maxLength={TEXT_MAX.tag}
              {...input('tags')}
            />,
          )
        : null}
      {hasGroups ? (
        <MultiSelect
          label="Depends on"
          description="While one of these is down, nobody is alerted of this one"
          placeholder={values.dependsOn.length === 0 ? 'Nothing' : ''}
          data={causes.map((one) => ({ value: one.id, label: one.name }))}
          maxValues={DEPENDS_ON_MAX}
          limit={50}
          searchable
          hidePickedOptions
          {...input('dependsOn')}
        />
      ) : null}
      {controls.row(
        text('domain', 'Shown beside the name', 'Where it is reached'),
        text('runbook', 'Runbook', 'https://…, what to do when it is down'),
      )}
    </Stack>
  );
}
