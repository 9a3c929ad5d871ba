import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { LOOK_AND_FEEL, THEME_BUILDER } from './names.ts'
export { useAppliedColours } from './use-applied-colours.ts'

export const LookAndFeelDialog = lazyDialog(
  async () => (await import('./look-and-feel-dialog.tsx')).LookAndFeelDialog,
)
export const ThemeBuilderDialog = lazyDialog(
  async () => (await import('./theme-builder-dialog.tsx')).ThemeBuilderDialog,
)
