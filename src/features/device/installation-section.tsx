import { Button, List, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { installing } from '../../device/own-installing.ts';
import { keepStorageOfApp } from '../../device/persistence.ts';
import { productName } from '../../device/product.ts';
import { Section } from '../../ui/section.tsx';
import { INSTALL_TEXTS } from './device-texts.ts';

/** Whether this is an installed app, and how to install it. */
export function InstallationSection() {
  const state = useSyncExternalStore(installing.subscribe, installing.state);
  useEffect(() => keepStorageOfApp(installing), []);
  return (
    <InstallationView
      product={productName()}
      state={state}
      onInstall={() => void installing.install()}
    />
  );
}

interface InstallationViewProps {
  product: string;
  state: 'installed' | 'offered' | 'by-hand' | 'insecure' | 'none';
  onInstall: () => void;
}

export function InstallationView({ product, state, onInstall }: InstallationViewProps) {
  return (
    <Section
      title="Installation"
      actions={
        state === 'offered' ? (
          <Button variant="filled" onClick={onInstall}>
            Install
          </Button>
        ) : null
      }
    >
      {state === 'by-hand' ? (
        <ManualSteps product={product} />
      ) : (
        <Text size="sm">{INSTALL_TEXTS[state](product)}</Text>
      )}
    </Section>
  );
}

/** Where only the browser's own menu installs. */
function ManualSteps({ product }: { product: string }) {
  return (
    <>
      <Text size="sm">This browser installs from its own menu:</Text>
      <List type="ordered" size="sm">
        <List.Item>Tap Share, the square with an arrow, beside the address.</List.Item>
        <List.Item>Choose Add to Home Screen, and then Add.</List.Item>
        <List.Item>
          Open {product} from the home screen and sign in there once. The app has its own cookies.
        </List.Item>
      </List>
    </>
  );
}
