import { useNavigate, useSearch } from '@tanstack/react-router';
import { overlaySearch } from '../../domain/overlay-search.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ConnectDialog = lazyDialog(
  async () => (await import('../mesh/connect-dialog.tsx')).ConnectDialog,
);
const DeviceDialog = lazyDialog(
  async () => (await import('../device/device-dialog.tsx')).DeviceDialog,
);
const DiagnosticsDialog = lazyDialog(
  async () => (await import('../diagnostics/diagnostics-dialog.tsx')).DiagnosticsDialog,
);
const DisplaysDialog = lazyDialog(
  async () => (await import('../displays/displays-dialog.tsx')).DisplaysDialog,
);
/** What shows how an upload goes comes with the dialog: a connection that is lost meanwhile could not bring it. */
const UploadDialog = lazyDialog(async () => {
  const [{ UploadForm }] = await Promise.all([
    import('../bundles/upload-form.tsx'),
    import('../bundles/outbox-button.tsx'),
  ]);
  return UploadForm;
});

/** What opens over any screen, as the address says, and leaves that screen when it closes. */
export function ConsoleOverlays() {
  const { show, code = '' } = overlaySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onClose = () =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, show: undefined, code: undefined }),
      resetScroll: false,
    } as never);
  return (
    <>
      <UploadDialog opened={show === 'upload'} onClose={onClose} />
      <DiagnosticsDialog opened={show === 'diagnostics'} onClose={onClose} />
      <DisplaysDialog opened={show === 'displays'} code={code} onClose={onClose} />
      <ConnectDialog opened={show === 'connect'} onClose={onClose} />
      <DeviceDialog opened={show === 'device'} onClose={onClose} />
    </>
  );
}
