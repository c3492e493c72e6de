import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { NoticeSeverity } from '../../shared/notices.ts';

/** How each severity of a notice looks, in a toast and in the bell's list. */
export const SEVERITY_LOOKS: Record<NoticeSeverity, { color: string; Icon: Icon; word: string }> = {
  info: { color: 'blue', Icon: IconInfoCircle, word: 'Info' },
  success: { color: 'green', Icon: IconCircleCheck, word: 'Success' },
  warning: { color: 'yellow', Icon: IconAlertTriangle, word: 'Warning' },
  error: { color: 'red', Icon: IconCircleX, word: 'Error' },
};
