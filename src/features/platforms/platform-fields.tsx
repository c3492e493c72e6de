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
import type { PlatformKind, PlatformRow } from '../../../contract/shapes/platform.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { namesOf } from '../../domain/groups.ts';
import { kindTexts } from './kinds.ts';
import { AUTH, hasAuth, headersOf, type PlatformValues, suggestedName } from './platform-values.ts';
import { useMeshThresholds } from './threshold-fields.tsx';

interface FieldsProps {
  form: UseFormReturnType<PlatformValues>;
  /** That is changed; undefined: a new one. */
  row: PlatformRow | undefined;
}

const STORED = 'Stored encrypted, never shown again';
const ADDRESSES: Readonly<Record<Exclude<PlatformKind, 'report'>, readonly [string, string]>> = {
  mesh: ['Address', 'https://harbor.example'],
  web: ['Address', 'https://shop.example/health'],
  tcp: ['Host and port', 'db.example:5432'],
  dns: ['DNS name', 'mesh.example'],
};

/** The controls of the form, each by the name of its value. */
function controlsOf({ getInputProps }: FieldsProps['form']) {
  type Name = keyof PlatformValues;
  return {
    text: (name: Name, label: string, props: TextInputProps = {}) => (
      <TextInput label={label} autoComplete="off" {...props} {...getInputProps(name)} />
    ),
    secret: (name: Name, label: string) => (
      <PasswordInput
        label={label}
        placeholder={STORED}
        autoComplete="new-password"
        {...getInputProps(name)}
      />
    ),
    number: (name: Name, label: string, min: number, max: number) => (
      <NumberInput label={label} min={min} max={max} required {...getInputProps(name)} />
    ),
    choice: (name: Name, label: string, texts: object, description?: string) => (
      <NativeSelect
        label={label}
        description={description}
        data={Object.entries(texts).map(([value, text]) => ({ value, label: text }))}
        {...getInputProps(name)}
      />
    ),
    check: (name: Name, label: string, description?: string) => (
      <Checkbox
        label={label}
        description={description}
        {...getInputProps(name, { type: 'checkbox' })}
      />
    ),
  };
}

/** Side by side. */
const Row = ({ children }: { children: ReactNode }) => (
  <Group grow align="start">
    {children}
  </Group>
);

/** What one has, where it is reached, and what it is called. */
export function MainFields({ form, row }: FieldsProps) {
  const { text, number, choice, check } = controlsOf(form);
  const { kind } = form.values;
  const texts = kindTexts();
  const has = Object.fromEntries(Object.entries(texts).map(([one, { has }]) => [one, has]));
  return (
    <>
      {row ? null : choice('kind', 'What do you have?', has, texts[kind].hint)}
      {kind === 'report' ? (
        <Row>
          {number('everyMin', 'Every (minutes)', PROBE.everySecMin / 60, PROBE.everySecMax / 60)}
          {number('graceMin', 'Grace (minutes)', 0, PROBE.everySecMax / 60)}
        </Row>
      ) : (
        text('address', ADDRESSES[kind][0], {
          ...{ placeholder: ADDRESSES[kind][1], required: true, maxLength: TEXT_MAX.address },
          'data-autofocus': true,
        } as TextInputProps)
      )}
      {kind === 'report' && row
        ? check('renew', 'Give it a new address to call', 'The present one stops at once')
        : null}
      <Row>
        {text('name', 'Name', {
          placeholder: suggestedName(form.values),
          ...{ required: kind === 'report', maxLength: TEXT_MAX.platformName },
        })}
        {kind === 'mesh'
          ? text('id', 'Id', { placeholder: 'Its node.id', required: true, disabled: !!row })
          : null}
      </Row>
    </>
  );
}

const RECORDS = { A: 'A', AAAA: 'AAAA', CNAME: 'CNAME', MX: 'MX', NS: 'NS', TXT: 'TXT' };
const METHODS = { GET: 'GET', HEAD: 'HEAD', POST: 'POST' };

/** What most leave as it is. */
export function MoreFields({ form, row }: FieldsProps) {
  const { text, choice } = controlsOf(form);
  const { kind } = form.values;
  const hasGroups = useMeshThresholds() !== undefined;
  const known = namesOf(useKnownPlatforms());
  return (
    <Stack gap="md" pt="sm">
      {kind === 'web' ? <WebFields form={form} row={row} /> : null}
      {kind === 'dns' ? (
        <>
          <Row>
            {choice('record', 'Record', RECORDS)}
            {text('value', 'Expected value', { placeholder: 'Any' })}
          </Row>
          {text('server', 'Name server', { placeholder: 'That of this server' })}
        </>
      ) : null}
      {hasGroups ? (
        <Row>
          <Autocomplete
            label="Group"
            placeholder="None"
            data={known.groups}
            maxLength={TEXT_MAX.group}
            {...form.getInputProps('group')}
          />
          <TagsInput
            label="Tags"
            placeholder={form.values.tags.length === 0 ? 'None' : ''}
            data={known.tags}
            maxTags={TAGS_MAX}
            maxLength={TEXT_MAX.tag}
            {...form.getInputProps('tags')}
          />
        </Row>
      ) : null}
      <Row>
        {text('domain', 'Shown beside the name', { placeholder: 'Where it is reached' })}
        {text('runbook', 'Runbook', { placeholder: 'https://…, what to do when it is down' })}
      </Row>
    </Stack>
  );
}

function WebFields({ form, row }: FieldsProps) {
  const { text, secret, number, choice, check } = controlsOf(form);
  const { auth } = form.values;
  const { keep, ...others } = AUTH;
  const sent = row && headersOf(row);
  return (
    <>
      <Row>
        {choice('method', 'Method', METHODS)}
        {text('statuses', 'Status')}
        {number('redirects', 'Redirects', 0, PROBE.redirectsMax)}
      </Row>
      {text('word', 'Word in the answer', { placeholder: 'Any answer' })}
      <Row>
        {text('jsonPath', 'Value in JSON, at', { placeholder: 'db.state' })}
        {text('jsonValue', 'is', { placeholder: 'ok' })}
      </Row>
      {check(
        'anyCertificate',
        'Accept any certificate',
        'Also one that nobody vouches for, or of another name',
      )}
      {choice('auth', 'Signs in', row && hasAuth(row) ? { keep, ...others } : others)}
      {auth === 'basic' ? (
        <Row>
          {text('username', 'User name')}
          {secret('password', 'Password')}
        </Row>
      ) : null}
      {auth === 'bearer' ? secret('token', 'Token') : null}
      <Textarea
        label="Headers"
        description={sent ? `Sent now: ${sent}. What is written here replaces them.` : STORED}
        placeholder="X-Key: value"
        autosize
        maxRows={6}
        {...form.getInputProps('headers')}
      />
      {sent ? check('dropHeaders', 'Send no headers any more') : null}
    </>
  );
}
