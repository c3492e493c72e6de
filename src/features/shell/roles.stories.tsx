import { Button, Group, Stack } from '@mantine/core';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EnabledSwitch } from '../alerts/rules-panel.tsx';
import { UploadDialog } from '../bundles/upload-dialog.tsx';
import { QuickActions } from '../dashboard/quick-actions.tsx';

const controls = (
  <Stack>
    <QuickActions
      syncing={false}
      onUpload={nothing}
      onSync={nothing}
      onDiagnostics={nothing}
      onLogs={nothing}
    />
    <Group>
      <Allowed call="deploy">
        <Button size="xs">Deploy</Button>
      </Allowed>
      <Allowed call="removeBundle">
        <Button variant="subtle" color="red">
          Delete
        </Button>
      </Allowed>
      <Allowed call="changeAlertChannel">
        <EnabledSwitch name="Hook" enabled onChange={nothing} />
      </Allowed>
    </Group>
  </Stack>
);

const idle = {
  pending: false,
  item: undefined,
  problem: undefined,
  forgetProblem: nothing,
  cancel: nothing,
  upload: async () => true,
};

export const stories: StorySet = {
  title: 'Roles',
  alone: true,
  stories: {
    operator: () => controls,
    viewer: () => <AsRole session={VIEWER}>{controls}</AsRole>,
    'without the second factor': () => (
      <AsRole session={{ role: 'admin', mustEnrol: true }}>{controls}</AsRole>
    ),
    'upload by a viewer': () => (
      <AsRole session={VIEWER}>
        <UploadDialog
          opened
          connections={CONNECTIONS}
          age="fresh"
          uploading={idle}
          onClose={nothing}
        />
      </AsRole>
    ),
  },
};
