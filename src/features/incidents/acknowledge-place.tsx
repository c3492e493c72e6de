import { Button } from '@mantine/core';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useLoading } from '../../ui/use-loaded.ts';

interface AcknowledgePlaceProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
  /** Only the button to take it on, while nobody is on it. */
  isShort?: boolean;
}

/** What can be done about an open incident, in its own place: what is beside it stays where it is when that has loaded. */
export function AcknowledgePlace(props: AcknowledgePlaceProps) {
  const { component: AcknowledgeButton } = useLoading(loadAcknowledgeButton);
  return AcknowledgeButton ? <AcknowledgeButton {...props} /> : BUTTON_SPACE;
}

const loadAcknowledgeButton = async () =>
  (await import('./acknowledge-button.tsx')).AcknowledgeButton;

const BUTTON_SPACE = (
  <Button size="xs" style={{ visibility: 'hidden' }}>
    I am on it
  </Button>
);
