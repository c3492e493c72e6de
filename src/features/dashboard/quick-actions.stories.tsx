import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { QuickActions } from './quick-actions.tsx';
import { COMPLIANCE_ITEMS, ROUTE66_PARTS } from './status-items.ts';
import { StatusPanel } from './status-panel.tsx';

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
    parts: () => <StatusPanel title="Route66 Protocol" items={ROUTE66_PARTS} footer="Described." />,
    compliance: () => (
      <StatusPanel title="Compliance" items={COMPLIANCE_ITEMS} footer="Described." />
    ),
  },
};
