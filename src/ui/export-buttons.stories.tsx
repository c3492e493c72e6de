import type { StorySet } from '../../tests/ui/story.ts';
import { ExportButtons } from './export-buttons.tsx';

const onExport = async () => undefined;

export const stories: StorySet = {
  title: 'Export buttons',
  stories: {
    'all rows': () => <ExportButtons count={12} onExport={onExport} />,
    'selected rows': () => <ExportButtons count={3} selected={3} onExport={onExport} />,
    'no rows': () => <ExportButtons count={0} onExport={onExport} />,
  },
};
