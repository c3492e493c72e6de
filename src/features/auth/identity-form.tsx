import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { browserHasPasskeys, preparePasskeys } from '../../console/passkeys.ts';
import { PasswordField } from '../../ui/account-fields.tsx';

/** Ways to prove who somebody is. */
export type IdentityWay = 'password' | 'passkey' | 'code' | 'recovery';

/** What was typed; of a passkey nothing: the authenticator is asked next. */
export type IdentityProof =
  | { readonly way: 'passkey' }
  | { readonly way: Exclude<IdentityWay, 'passkey'>; readonly text: string };

interface IdentityFormProps {
  /** What the account has, the best first; at least one. */
  ways: readonly IdentityWay[];
  /** Never throws. @returns why it did not count, as a sentence */
  send: (proof: IdentityProof) => Promise<string | undefined>;
  /** What leads away without a proof. */
  leave: { readonly label: string; readonly onLeave: () => void };
}

/** @returns those that an account has and this browser can do, the best first; codes of `recovery` are for a sign-in only */
export function waysOf(has: Partial<Record<IdentityWay, boolean>>): IdentityWay[] {
  const known = { ...has, passkey: has.passkey && browserHasPasskeys() };
  return (['password', 'passkey', 'code', 'recovery'] as const).filter((way) => known[way]);
}

const SWITCH_LABELS: Readonly<Record<IdentityWay, string>> = {
  password: 'Use the password',
  passkey: 'Use a passkey',
  code: 'Use a one-time code',
  recovery: 'Use a recovery code',
};

/** Asks for one proof of identity, and offers the account's other ways. */
export function IdentityForm({ ways, send, leave }: IdentityFormProps) {
  const [chosen, setWay] = useState<IdentityWay>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const way = chosen ?? ways[0] ?? 'code';
  const hasPasskey = ways.includes('passkey');
  useEffect(() => {
    if (hasPasskey) preparePasskeys();
  }, [hasPasskey]);

  async function submit(proof: IdentityProof): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setProblem(await send(proof));
    setBusy(false);
  }

  const shared = { busy, problem, onProof: (proof: IdentityProof) => void submit(proof) };
  return (
    <Stack gap="xs">
      {way === 'passkey' ? (
        <PasskeyProof {...shared} />
      ) : (
        <TypedProof key={way} way={way} {...shared} />
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button
            key={other}
            variant="subtle"
            disabled={busy}
            onClick={() => {
              setWay(other);
              setProblem(undefined);
            }}
          >
            {SWITCH_LABELS[other]}
          </Button>
        ))}
      <Button variant="subtle" color="gray" onClick={leave.onLeave}>
        {leave.label}
      </Button>
    </Stack>
  );
}

interface ProofProps {
  busy: boolean;
  problem: string | undefined;
  onProof: (proof: IdentityProof) => void;
}

function PasskeyProof({ busy, problem, onProof }: ProofProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => button.current?.focus(), []);
  return (
    <Stack gap="xs">
      <Text id={id} size="sm">
        Your browser asks for the passkey of this account.
      </Text>
      {problem ? (
        <Text role="alert" size="sm" c="red">
          {problem}
        </Text>
      ) : null}
      <Button
        ref={button}
        variant="filled"
        data-autofocus
        aria-describedby={id}
        // A disabled button would lose the focus.
        aria-disabled={busy}
        onClick={() => onProof({ way: 'passkey' })}
      >
        {busy ? 'Waiting for the passkey...' : 'Continue with a passkey'}
      </Button>
    </Stack>
  );
}

const CODE_DIGITS = 6;

const TYPED = {
  password: { label: 'Password', autoComplete: 'current-password' },
  code: {
    label: 'One-time code',
    description: 'The 6 digits that your authenticator app shows now.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: 'Recovery code',
    description:
      'One of the codes that you kept when you set up the second factor. Each works once.',
    autoComplete: 'off',
  },
} as const;

/** A one-time code is sent as soon as it is whole. */
function TypedProof({ way, busy, problem, onProof }: ProofProps & { way: keyof typeof TYPED }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // The next thing typed takes the place of what was wrong.
  useEffect(() => {
    if (problem !== undefined) input.current?.select();
  }, [problem]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = input.current?.value ?? '';
    if (text !== '') onProof({ way, text });
  }

  const field = {
    ...TYPED[way],
    ref: input,
    name: way,
    required: true,
    readOnly: busy,
    error: problem,
    errorProps: { role: 'alert' },
    'data-autofocus': true,
  };
  return (
    <form method="post" onSubmit={submit}>
      <Stack gap="sm">
        {way === 'password' ? (
          <PasswordField {...field} />
        ) : (
          <TextInput
            {...field}
            maxLength={TEXT_MAX.typedCode}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => {
              const digits = value.replace(/\D/g, '');
              if (way === 'code' && digits.length === CODE_DIGITS) onProof({ way, text: digits });
            }}
          />
        )}
        <Button type="submit" variant="filled" fullWidth aria-disabled={busy}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </Stack>
    </form>
  );
}
