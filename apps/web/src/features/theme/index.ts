export { LookAndFeelDialog, ThemeBuilderDialog } from './dialogs.ts'
export { LOOK_AND_FEEL, THEME_BUILDER } from './names.ts'
export { useAppliedColours } from './use-applied-colours.ts'
