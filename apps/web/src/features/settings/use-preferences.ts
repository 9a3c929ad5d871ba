// Theme, style and language: a change applies at once, is remembered in this browser and stored for the signed-in user.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { remember } from '#lib/preferences.ts'
import { useTranslation } from '#lib/texts.ts'
import { isLanguage, type Language } from '#lib/language.ts'
import { speak } from '#texts/index.ts'
import { useStoreSetting } from './api.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'
export type Look = 'classic' | 'modern'

/** Returns the current theme and a function that changes it (setting 3). */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const { setColorScheme } = useMantineColorScheme()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const store = useStoreSetting()
  const choose = (next: Theme) => {
    setColorScheme(next)
    store('darkTheme', String(next === 'dark'))
  }
  return { theme, choose }
}

/** Returns the chosen theme: light, dark or system (setting 3: true, false, system). */
export function useThemeChoice(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const store = useStoreSetting()
  const choose = (next: ThemeChoice) => {
    setColorScheme(next === 'system' ? 'auto' : next)
    store('darkTheme', next === 'system' ? next : String(next === 'dark'))
  }
  return { choice: colorScheme === 'auto' ? 'system' : colorScheme, choose }
}

/** Returns the current style and a function that changes it (setting 37). */
export function useLook(): { look: Look; choose: (look: Look) => void } {
  const [look, setLook] = useState(shownLook)
  const store = useStoreSetting()
  const choose = (next: Look) => {
    showLook(next)
    setLook(next)
    store('plLookAndFeel', next)
  }
  return { look, choose }
}

/** Applies a style and remembers it in this browser. */
export function showLook(look: Look): void {
  document.documentElement.dataset['look'] = look
  remember('look', look)
}

export const shownLook = (): Look =>
  document.documentElement.dataset['look'] === 'modern' ? 'modern' : 'classic'

/** Returns the current language and a function that changes it (setting 39). */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  const { i18n } = useTranslation()
  const store = useStoreSetting()
  const choose = (next: Language) => {
    void speak(next)
    store('language', next)
  }
  return { language: isLanguage(i18n.language) ? i18n.language : 'en', choose }
}
