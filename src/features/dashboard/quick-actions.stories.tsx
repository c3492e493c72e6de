import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { QuickActions } from './quick-actions.tsx';
import { StatusPanels } from './status-panels.tsx';

const actions = (syncing: boolean) => (
  <QuickActions
    syncing={syncing}
    onUpload={nothing}
    onSync={nothing}
    onDiagnostics={nothing}
    onLogs={nothing}
  />
);

export const stories: StorySet = {
  title: 'Quick actions and static panels',
  stories: {
    ready: () => actions(false),
    'a sync under way': () => actions(true),
    'protocol and compliance': () => <StatusPanels />,
  },
};
