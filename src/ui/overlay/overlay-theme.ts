import { createTheme } from '@mantine/core';
import { TOOLTIP_MS } from '../../../contract/limits.ts';

/** Their <header> would be a second banner beside the page's own. */
const NO_BANNER = { header: { role: 'none' } };

/**
 * Mantine as this console uses it. Colours, type and room come from mantine.css, which hands it our tokens.
 * No scroll lock: it would write a <style> element, which the content security policy refuses; the page
 * holds still by theme.css instead.
 */
export const overlayTheme = createTheme({
  primaryColor: 'cyan',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: {
        lockScroll: false,
        attributes: NO_BANNER,
        centered: true,
        overlayProps: { backgroundOpacity: 0.6, color: '#04090f' },
        closeButtonProps: { 'aria-label': 'Close', size: 44 },
      },
    },
    Drawer: {
      defaultProps: {
        lockScroll: false,
        attributes: NO_BANNER,
        position: 'right',
        overlayProps: { backgroundOpacity: 0.6, color: '#04090f' },
        closeButtonProps: { 'aria-label': 'Close', size: 44 },
      },
    },
    Tooltip: {
      defaultProps: {
        openDelay: TOOLTIP_MS.open,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
});
