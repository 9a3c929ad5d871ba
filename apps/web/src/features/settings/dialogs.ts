import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog of startup options in the address. */
export const STARTUP_OPTIONS = 'startup-options'

export const StartupOptionsDialog = lazyDialog(
  async () => (await import('./startup-options-dialog.tsx')).StartupOptionsDialog,
)
