// Theme dialogs; each is lazy-loaded when first opened.
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const LookAndFeelDialog = lazyDialog(
  async () => (await import('./look-and-feel-dialog.tsx')).LookAndFeelDialog,
)
export const ThemeBuilderDialog = lazyDialog(
  async () => (await import('./theme-builder-dialog.tsx')).ThemeBuilderDialog,
)
