import {
  ActionIcon,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import { TOOLTIP_MS } from '../../../contract/limits.ts';
import { colors } from './colors.ts';

const FONT = 'var(--page-font), system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const MONOSPACE =
  'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** Heights come from base.css, so that one rule makes every control 44 px high where fingers touch it. */
const CONTROL_HEIGHT = 'var(--control-height)';
const SMALL_CONTROL_HEIGHT = 'var(--control-height-small)';

const heightOf = (size: unknown) =>
  size === 'xs' || size === 'compact-sm' || size === 'compact-xs'
    ? SMALL_CONTROL_HEIGHT
    : CONTROL_HEIGHT;

/** A dialog's own <header> would be a second banner beside the page's. */
const NO_BANNER = { header: { role: 'none' } };
/** Dialogs and lists stay clear of what the device covers (base.css). */
const DIALOG_EDGES = {
  xOffset: 'max(5vw, var(--inset-left), var(--inset-right))',
  yOffset: 'max(5dvh, var(--inset-top), var(--controls-height), var(--inset-bottom))',
};
/** A menu on a low screen scrolls, and ends below the status bar. */
const MENU_HEIGHT = {
  maxHeight: 'calc(100dvh - var(--inset-top) - var(--inset-bottom) - 8rem)',
  overflowY: 'auto',
} as const;
const POPOVER_GAP_PX = 5;
const POPOVER_WIDTH = 'calc(100vw - 1rem - var(--inset-left) - var(--inset-right))';
/** Popovers stay clear of what the device covers; read each time one is placed, for devices are turned. */
const CLEAR_OF_EDGES = {
  get padding() {
    const root = getComputedStyle(document.documentElement);
    const px = (token: string) => Number.parseFloat(root.getPropertyValue(token)) || 0;
    return {
      top: POPOVER_GAP_PX + Math.max(px('--inset-top'), px('--controls-height')),
      right: POPOVER_GAP_PX + px('--inset-right'),
      bottom: POPOVER_GAP_PX + px('--inset-bottom'),
      left: POPOVER_GAP_PX + px('--inset-left'),
    };
  },
};
/** base.css keeps the page behind a dialog from scrolling, without a change of its width. */
const NO_LOCK = { lockScroll: false };
/** A title may be the name of a file. */
const DIALOG_STYLES = {
  title: { fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' },
} as const;
/** Icons beside a text say nothing that it does not say. */
const DECORATIVE = { 'aria-hidden': true };
const CLOSE_BUTTON = { 'aria-label': 'Close', size: CONTROL_HEIGHT };

/** Filled parts are dark in the light scheme and light in the dark one, so their text follows the scheme. */
function variantColorResolver(input: Parameters<VariantColorsResolver>[0]) {
  const resolved = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...resolved, color: 'var(--filled-text)' } : resolved;
}

/**
 * The look of the console: four text sizes (xs 12, sm 14, md 16, xl 22 px), quiet surfaces, colour for trouble and for
 * the one primary action. Everything else is Mantine's default.
 */
export const theme = createTheme({
  colors,
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 4 },
  variantColorResolver,
  white: '#ffffff',
  black: '#0d1a2c',
  fontFamily: FONT,
  fontFamilyMonospace: MONOSPACE,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Parts that are loaded late are configured by name: importing them here would load them with the theme.
  components: {
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: (_theme, { size }) => ({ root: { '--ai-size': heightOf(size) } }),
    }),
    Alert: { defaultProps: { variant: 'light' } },
    Badge: {
      // Nothing beside a badge makes it narrower than its text; a text that is wider than its container is cut.
      defaultProps: { variant: 'light', tt: 'none', fw: 600, flex: 'none', maw: '100%' },
    },
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default', attributes: { section: DECORATIVE } },
      vars: (_theme, { size }) => ({ root: { '--button-height': heightOf(size) } }),
    }),
    Card: { defaultProps: { withBorder: true, padding: 'md', radius: 'lg' } },
    // No tick: one that comes and goes would move the chips beside it.
    Chip: {
      defaultProps: { size: 'xs', radius: 'md', variant: 'light', display: 'flex' },
      vars: () => ({
        root: {
          '--chip-size': SMALL_CONTROL_HEIGHT,
          '--chip-padding': 'var(--mantine-spacing-sm)',
          '--chip-checked-padding': 'var(--mantine-spacing-sm)',
          '--chip-icon-size': '0px',
          '--chip-spacing': '0px',
        },
      }),
    },
    Checkbox: { defaultProps: { size: 'sm' } },
    Container: {
      defaultProps: { px: 'max(var(--mantine-spacing-md), var(--inset-left), var(--inset-right))' },
    },
    DataList: { defaultProps: { gap: 'xs', labelWidth: '10rem' } },
    Drawer: {
      defaultProps: {
        ...NO_LOCK,
        attributes: NO_BANNER,
        position: 'right',
        closeButtonProps: CLOSE_BUTTON,
      },
      styles: DIALOG_STYLES,
    },
    Input: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({
        wrapper: { '--input-height': heightOf(size) },
      }),
    },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Menu: {
      defaultProps: { shadow: 'md', withinPortal: true, middlewares: { shift: CLEAR_OF_EDGES } },
      styles: { dropdown: MENU_HEIGHT, item: { minHeight: SMALL_CONTROL_HEIGHT } },
    },
    Modal: {
      defaultProps: {
        ...NO_LOCK,
        ...DIALOG_EDGES,
        attributes: NO_BANNER,
        centered: true,
        // A drawer's buttons open dialogs over it, whichever of the two was mounted first.
        zIndex: 'calc(var(--mantine-z-index-modal) + 10)',
        closeButtonProps: CLOSE_BUTTON,
      },
      styles: DIALOG_STYLES,
    },
    NavLink: { defaultProps: { variant: 'light', mih: CONTROL_HEIGHT, bdrs: 'md' } },
    NumberInput: { defaultProps: { hideControls: true } },
    Paper: { defaultProps: { radius: 'lg' } },
    PasswordInput: {
      defaultProps: { visibilityToggleFocusable: true },
      vars: () => ({ root: { '--psi-button-size': SMALL_CONTROL_HEIGHT } }),
    },
    Popover: {
      defaultProps: { shadow: 'md', withinPortal: true, middlewares: { shift: CLEAR_OF_EDGES } },
      styles: { dropdown: { maxWidth: POPOVER_WIDTH } },
    },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Table: {
      defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md', withRowBorders: false },
    },
    Tabs: { defaultProps: { keepMounted: false } },
    Tooltip: {
      defaultProps: {
        openDelay: TOOLTIP_MS.open,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
    TooltipGroup: { defaultProps: { openDelay: TOOLTIP_MS.open, closeDelay: TOOLTIP_MS.skip } },
  },
});
