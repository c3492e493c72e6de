import {
  Button,
  Checkbox,
  Chip,
  NativeSelect,
  PasswordInput,
  Radio,
  Switch,
  TextInput,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../../tests/ui/mount.tsx';
import '../theme/late-styles.css';

/** What controls stand on: the page, a card, the notices. */
const GROUNDS = [
  'var(--page-background)',
  'light-dark(var(--mantine-color-body), var(--mantine-color-dark-6))',
  'var(--mantine-color-body)',
  'var(--mantine-color-yellow-light)',
  'var(--mantine-color-red-light)',
];

test.each(['light', 'dark'] as const)('every control has an edge of 3:1 in %s', async (scheme) => {
  const { box } = mount(
    <div>
      {GROUNDS.map((background) => (
        <div key={background} data-ground="" style={{ background }}>
          <TextInput aria-label="Name" />
          <NativeSelect aria-label="Role" data={['viewer']} />
          <Checkbox aria-label="All" />
          <Checkbox.Indicator />
          <Radio aria-label="One" />
          <Switch aria-label="On" />
          <Button>Save</Button>
          <Chip>Down</Chip>
        </div>
      ))}
    </div>,
  );
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  expect(edgesIn(box)).toHaveLength(GROUNDS.length * 8);
  await expect.poll(() => edgesIn(box).filter(([, ratio]) => ratio < 3)).toEqual([]);
});

test('a password with the focus has the ring of other fields', async () => {
  const { box } = mount(<PasswordInput label="Password" />);
  await page.getByLabelText('Password', { exact: true }).click();
  const field = box.querySelector<HTMLElement>('.mantine-PasswordInput-input');
  await expect.element(field).toHaveStyle({ outlineStyle: 'solid', outlineWidth: '2px' });
});

const edgesIn = (box: HTMLElement) =>
  [...box.querySelectorAll<HTMLElement>('[data-ground]')].flatMap((ground) =>
    [...ground.querySelectorAll<HTMLElement>(EDGED)].map(
      (control) =>
        [
          `${control.className.match(/mantine-(\S+)/)?.[1]} on ${ground.style.background}`,
          contrast(edgeOf(control), getComputedStyle(ground).backgroundColor),
        ] as const,
    ),
  );

const EDGED =
  '.mantine-Input-input, .mantine-Checkbox-input, .mantine-CheckboxIndicator-indicator, .mantine-Radio-radio, .mantine-Switch-track, .mantine-Button-root, .mantine-Chip-label';

function edgeOf(control: HTMLElement): string {
  const { boxShadow, borderTopColor } = getComputedStyle(control);
  return boxShadow.match(/rgb\([^)]*\)/)?.[0] ?? borderTopColor;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
