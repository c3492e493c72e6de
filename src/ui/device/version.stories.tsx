import { nothing, type StorySet } from '../testing/story.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { VersionSection } from './version-section.tsx';

const RELEASES = [{ version: '0.2.0', notes: ['Walls are paired by a code.'] }];

const dialog = (ready: boolean, news: string) => (
  <DeviceDialog opened onClose={nothing}>
    <VersionSection
      version="0.1.0"
      build="0123456789ab"
      serverBuild={ready ? 'ba9876543210' : undefined}
      offline="Starts and shows its last data"
      news={news}
      ready={ready}
      busy={undefined}
      releases={ready ? RELEASES : []}
      onCheck={nothing}
      onUpdate={nothing}
    />
  </DeviceDialog>
);

export const stories: StorySet = {
  title: 'This device: version',
  alone: true,
  stories: {
    'nothing new': () => dialog(false, 'There is no newer version.'),
    ready: () => dialog(true, 'A new version is ready.'),
  },
};
