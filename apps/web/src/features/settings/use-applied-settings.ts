import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { remember } from '#lib/preferences.ts'
import { isLanguage } from '#lib/language.ts'
import { speak } from '#texts/index.ts'
import { useStoredSettings } from './api.ts'
import { showLook } from './use-preferences.ts'

const themes: Record<string, MantineColorScheme> = { true: 'dark', false: 'light', system: 'auto' }

/** Applies the stored settings after signing in. A setting that was never stored stays as it is in this browser. */
export function useAppliedSettings(): void {
  const { data } = useStoredSettings()
  const { setColorScheme } = useMantineColorScheme()
  const known = data !== undefined
  const apply = useEffectEvent(() => {
    if (data?.darkTheme) setColorScheme(themes[data.darkTheme] ?? 'light')
    if (data?.plLookAndFeel) showLook(data.plLookAndFeel === 'modern' ? 'modern' : 'classic')
    if (isLanguage(data?.language)) void speak(data.language)
  })
  useEffect(() => {
    if (known) apply()
  }, [known])
  const uninstalled = data && uninstalledIn(data)
  useEffect(() => {
    if (uninstalled !== undefined) remember('uninstalled', uninstalled || null)
  }, [uninstalled])
}

/** The ids of the plugins that are not installed, with blanks between them. */
const uninstalledIn = (stored: Readonly<Record<string, string>>): string =>
  Object.entries(stored)
    .flatMap(([name, value]) => (name.startsWith('plugin.') && value === 'false' ? [name.slice(7)] : []))
    .join(' ')
