import { useNavigate, useSearch } from '@tanstack/react-router';
import { overlaySearch } from '../../domain/overlay-search.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

interface OverlayProps {
  opened: boolean;
  onClose: () => void;
  /** Of a display that is to be paired. */
  code: string;
}

/** What opens over any screen, by its name in the address. */
const OVERLAYS = {
  // What shows how an upload goes comes with the dialog: a connection that is lost meanwhile could not bring it.
  upload: lazyDialog<OverlayProps>(async () => {
    const [{ UploadForm }] = await Promise.all([
      import('../bundles/upload-form.tsx'),
      import('../bundles/outbox-button.tsx'),
    ]);
    return UploadForm;
  }),
  diagnostics: lazyDialog<OverlayProps>(
    async () => (await import('../diagnostics/diagnostics-dialog.tsx')).DiagnosticsDialog,
  ),
  displays: lazyDialog<OverlayProps>(
    async () => (await import('../displays/displays-dialog.tsx')).DisplaysDialog,
  ),
  connect: lazyDialog<OverlayProps>(
    async () => (await import('../mesh/connect-dialog.tsx')).ConnectDialog,
  ),
  device: lazyDialog<OverlayProps>(
    async () => (await import('../device/device-dialog.tsx')).DeviceDialog,
  ),
};

/** Opens what the address names, and leaves the screen that is below it when it closes. */
export function ConsoleOverlays() {
  const { show, code = '' } = overlaySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onClose = () =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, show: undefined, code: undefined }),
      resetScroll: false,
    } as never);
  return Object.entries(OVERLAYS).map(([name, Overlay]) => (
    <Overlay key={name} opened={show === name} code={code} onClose={onClose} />
  ));
}
