export { useAppliedSettings } from './use-applied-settings.ts'
export { LanguageSwitch } from './language-switch.tsx'
export { ThemeSwitch } from './theme-switch.tsx'
export { useLanguage, useLook, useTheme, type Look, type Theme } from './use-preferences.ts'
