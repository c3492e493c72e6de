import { Button, Group } from '@mantine/core';

interface OrderButtonsProps {
  /** Of what is moved. */
  name: string;
  /** Where it is, from 0. */
  place: number;
  count: number;
  /** What the button says that takes it out. */
  out?: string;
  onMove: (to: number) => void;
  onOut: () => void;
}

/** Moves one of a list by a place, or takes it out. */
export function OrderButtons({ name, place, count, out = 'Remove', ...on }: OrderButtonsProps) {
  const buttons = [
    { label: 'Move up', isPossible: place > 0, press: () => on.onMove(place - 1) },
    { label: 'Move down', isPossible: place < count - 1, press: () => on.onMove(place + 1) },
    { label: out, isPossible: true, press: on.onOut },
  ];
  return (
    <Group gap="xs">
      {buttons.map(({ label, isPossible, press }) => (
        <Button
          key={label}
          size="xs"
          aria-label={`${label}: ${name}`}
          disabled={!isPossible}
          onClick={press}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
