export { settingsQuery, useIsStoring, useStoredSettings, useStoreSetting } from './api.ts'
export { useChangeSetting } from './change.ts'
export { STARTUP_OPTIONS, StartupOptionsDialog } from './dialogs.ts'
export { useAppliedSettings } from './use-applied-settings.ts'
export { LanguageSwitch } from './language-switch.tsx'
export { pathOf } from './start-page.ts'
export { ThemeSwitch } from './theme-switch.tsx'
export {
  useLanguage,
  useLook,
  useTheme,
  useThemeChoice,
  type Look,
  type Theme,
  type ThemeChoice,
} from './use-preferences.ts'
export { useLanguages, useOfferedLanguage } from './use-languages.ts'
export { useOfferedTheme } from './use-offered-theme.ts'
export { useLicense } from './use-license.ts'
export { useShowsFigures } from './use-figures.ts'
export { useProMode } from './use-pro-mode.ts'
export { useSwitchToPro } from './use-switch-to-pro.ts'
export { useStartPageAt, useStoredStartPage } from './use-start-page.ts'
