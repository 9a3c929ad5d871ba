import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the startup options dialog in the URL. */
export const STARTUP_OPTIONS = 'startup-options'

export const StartupOptionsDialog = lazyDialog(
  async () => (await import('./startup-options-dialog.tsx')).StartupOptionsDialog,
)
