import { Button, Stack, Text, Title } from '@mantine/core';
import type { SecondFactors } from '../../../contract/shapes/people.ts';
import { IdentityForm, type IdentityProof, waysOf } from './identity-form.tsx';

interface SecondStepProps {
  factors: SecondFactors;
  /** Never throws. @returns why it did not count, as a sentence */
  send: (proof: IdentityProof) => Promise<string | undefined>;
  onBack: () => void;
}

/** After the password: the second factor, in one of the ways that the account has. */
export function SecondStep({ factors, send, onBack }: SecondStepProps) {
  const ways = waysOf(factors);
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>Second step</Title>
        <Text size="sm" c="dimmed" mt={4}>
          The password is right. This account has a second factor as well.
        </Text>
      </div>
      {ways.length > 0 ? (
        <IdentityForm
          ways={ways}
          send={send}
          leave={{ label: 'Back to the password', onLeave: onBack }}
        />
      ) : (
        <>
          <Text size="sm">
            This browser has no way to prove it here. Use the device with your passkey, or ask an
            admin to remove the second factor.
          </Text>
          <Button onClick={onBack}>Back to the password</Button>
        </>
      )}
    </Stack>
  );
}
