import { useEffect, useSyncExternalStore } from 'react';
import { installing } from '../../link/app/own-installing.ts';
import { keepStorageOfApp } from '../../link/app/persistence.ts';
import { productName } from '../../product.ts';
import { InstallationSection } from '../../ui/device/installation-section.tsx';

/** The way from this tab to an app. */
export function InstallationOfDevice() {
  const state = useSyncExternalStore(installing.subscribe, installing.state);
  useEffect(() => keepStorageOfApp(installing), []);
  return (
    <InstallationSection
      product={productName()}
      state={state}
      onInstall={() => void installing.install()}
    />
  );
}
