import {
  Autocomplete,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { PROBE, TAGS_MAX, TEXT_MAX } from '../../../contract/limits.ts';
import { DNS_RECORDS, type PlatformRow } from '../../../contract/shapes/platform.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { namesOf } from '../../domain/groups.ts';
import { kindTexts } from './kinds.ts';
import { hasAuth, headersOf, type PlatformValues, suggestedName } from './platform-values.ts';
import { useMeshThresholds } from './threshold-fields.tsx';

interface FieldsProps {
  form: UseFormReturnType<PlatformValues>;
  /** That is changed; undefined: a new one. */
  row: PlatformRow | undefined;
}

const STORED = 'Stored encrypted, never shown again';

/** The controls that there are several of, each by the name of its value. */
const controlsOf = ({ getInputProps: input }: FieldsProps['form']) => ({
  input,
  text: (name: string, label: string, placeholder = '', props: TextInputProps = {}) => (
    <TextInput label={label} placeholder={placeholder} {...props} {...input(name)} />
  ),
  number: (name: string, label: string, min: number, max: number) => (
    <NumberInput label={label} min={min} max={max} required {...input(name)} />
  ),
  check: (name: string, label: string, description?: string) => (
    <Checkbox label={label} description={description} {...input(name, { type: 'checkbox' })} />
  ),
});

/** Side by side. */
const Row = ({ children }: { children: ReactNode }) => (
  <Group grow align="start">
    {children}
  </Group>
);

/** What one has, where it is reached, and what it is called. */
export function MainFields({ form, row }: FieldsProps) {
  const { input, text, number, check } = controlsOf(form);
  const { kind } = form.values;
  const texts = kindTexts();
  const { hint, address } = texts[kind];
  const kinds = Object.entries(texts).map(([value, { has }]) => ({ value, label: has }));
  const pasted = { required: true, maxLength: TEXT_MAX.address, 'data-autofocus': true };
  return (
    <>
      {row ? null : (
        <NativeSelect
          label="What do you have?"
          description={hint}
          data={kinds}
          {...input('kind')}
        />
      )}
      {address ? (
        text('address', address.label, address.example, pasted)
      ) : (
        <Row>
          {number('everyMin', 'Every (minutes)', PROBE.everySecMin / 60, PROBE.everySecMax / 60)}
          {number('graceMin', 'Grace (minutes)', 0, PROBE.everySecMax / 60)}
        </Row>
      )}
      {kind === 'report' && row
        ? check('renew', 'Give it a new address to call', 'The present one stops at once')
        : null}
      <Row>
        {text('name', 'Name', suggestedName(form.values), {
          required: kind === 'report',
          maxLength: TEXT_MAX.platformName,
        })}
        {kind === 'mesh'
          ? text('id', 'Id', 'Its node.id', { required: true, disabled: !!row })
          : null}
      </Row>
    </>
  );
}

/** What most leave as it is. */
export function MoreFields({ form, row }: FieldsProps) {
  const { input, text } = controlsOf(form);
  const { kind, tags } = form.values;
  const hasGroups = useMeshThresholds() !== undefined;
  const known = namesOf(useKnownPlatforms());
  return (
    <Stack gap="md" pt="sm">
      {kind === 'web' ? <WebFields form={form} row={row} /> : null}
      {kind === 'dns' ? (
        <>
          <Row>
            <NativeSelect label="Record" data={[...DNS_RECORDS]} {...input('record')} />
            {text('value', 'Expected value', 'Any')}
          </Row>
          {text('server', 'Name server', 'That of this server')}
        </>
      ) : null}
      {hasGroups ? (
        <Row>
          <Autocomplete
            label="Group"
            placeholder="None"
            data={known.groups}
            maxLength={TEXT_MAX.group}
            {...input('group')}
          />
          <TagsInput
            label="Tags"
            placeholder={tags.length === 0 ? 'None' : ''}
            data={known.tags}
            maxTags={TAGS_MAX}
            maxLength={TEXT_MAX.tag}
            {...input('tags')}
          />
        </Row>
      ) : null}
      <Row>
        {text('domain', 'Shown beside the name', 'Where it is reached')}
        {text('runbook', 'Runbook', 'https://…, what to do when it is down')}
      </Row>
    </Stack>
  );
}

/** How it signs in, with what is typed then. */
const AUTH = [
  { label: 'As now', value: 'keep', auth: undefined },
  { label: 'Not at all', value: 'none', auth: null },
  { label: 'With user name and password', value: 'basic', auth: { username: '', password: '' } },
  { label: 'With a bearer token', value: 'bearer', auth: { token: '' } },
];

function WebFields({ form, row }: FieldsProps) {
  const { input, text, number, check } = controlsOf(form);
  const { auth, tls } = form.values;
  const sent = row && headersOf(row);
  const secret = { placeholder: STORED, autoComplete: 'new-password' };
  const signsIn = auth ? ('token' in auth ? 'bearer' : 'basic') : auth === null ? 'none' : 'keep';
  return (
    <>
      <Row>
        <NativeSelect label="Method" data={['GET', 'HEAD', 'POST']} {...input('method')} />
        {text('statuses', 'Status')}
        {number('redirects', 'Redirects', 0, PROBE.redirectsMax)}
      </Row>
      {text('word', 'Word in the answer', 'Any answer')}
      <Row>
        {text('json.path', 'Value in JSON, at', 'db.state')}
        {text('json.value', 'is', 'ok')}
      </Row>
      <Checkbox
        label="Accept any certificate"
        description="Also one that nobody vouches for, or of another name"
        checked={tls === 'any'}
        onChange={({ target }) => form.setFieldValue('tls', target.checked ? 'any' : 'trusted')}
      />
      <NativeSelect
        label="Signs in"
        data={AUTH.map(({ auth: _, ...way }) => way).slice(row && hasAuth(row) ? 0 : 1)}
        value={signsIn}
        onChange={({ target }) =>
          form.setFieldValue('auth', AUTH.find(({ value }) => value === target.value)?.auth)
        }
      />
      {signsIn === 'basic' ? (
        <Row>
          {text('auth.username', 'User name')}
          <PasswordInput label="Password" {...input('auth.password')} {...secret} />
        </Row>
      ) : null}
      {signsIn === 'bearer' ? (
        <PasswordInput label="Token" {...input('auth.token')} {...secret} />
      ) : null}
      <Textarea
        label="Headers"
        description={sent ? `Sent now: ${sent}. What is written here replaces them.` : STORED}
        placeholder="X-Key: value"
        autosize
        maxRows={6}
        {...input('headers')}
      />
      {sent ? check('dropHeaders', 'Send no headers any more') : null}
    </>
  );
}
