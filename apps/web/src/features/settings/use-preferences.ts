// Theme, style and language: each holds at once, is remembered by this browser and stored for the signed-in person.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { remember } from '../../lib/preferences.ts'
import { useTranslation } from '../../lib/texts.ts'
import { isLanguage, type Language } from '../../lib/language.ts'
import { speak } from '../../texts/index.ts'
import { useStoreSetting } from './api.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'
export type Look = 'classic' | 'modern'

/** The theme shown, and choosing another (setting 3). */
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

/** The theme chosen: light, dark, or whatever the system says (setting 3: true, false, system). */
export function useThemeChoice(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const store = useStoreSetting()
  const choose = (next: ThemeChoice) => {
    setColorScheme(next === 'system' ? 'auto' : next)
    store('darkTheme', next === 'system' ? next : String(next === 'dark'))
  }
  return { choice: colorScheme === 'auto' ? 'system' : colorScheme, choose }
}

/** The style shown, and choosing another (setting 37). */
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

/** Shows a style and remembers it on this browser. */
export function showLook(look: Look): void {
  document.documentElement.dataset['look'] = look
  remember('look', look)
}

export const shownLook = (): Look =>
  document.documentElement.dataset['look'] === 'modern' ? 'modern' : 'classic'

/** The language spoken, and choosing another (setting 39). */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  const { i18n } = useTranslation()
  const store = useStoreSetting()
  const choose = (next: Language) => {
    void speak(next)
    store('language', next)
  }
  return { language: isLanguage(i18n.language) ? i18n.language : 'en', choose }
}
