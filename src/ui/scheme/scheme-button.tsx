import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { chooseScheme, onSchemeChange, type SchemeChoice, schemeChoice } from './scheme.ts';

const LOOKS = {
  auto: { word: 'as the system', next: 'dark', Icon: IconDeviceDesktop },
  dark: { word: 'dark', next: 'light', Icon: IconMoon },
  light: { word: 'light', next: 'auto', Icon: IconSun },
} as const satisfies Record<SchemeChoice, object>;

/** Goes round: as the system, dark, light. */
export function SchemeButton() {
  const look = LOOKS[useSyncExternalStore(onSchemeChange, schemeChoice)];
  return (
    <IconButton
      label={`Colours: ${look.word}. Switch to ${LOOKS[look.next].word}`}
      onClick={() => chooseScheme(look.next)}
    >
      <look.Icon aria-hidden="true" />
    </IconButton>
  );
}
