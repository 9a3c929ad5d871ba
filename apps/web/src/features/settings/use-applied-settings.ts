import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
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
}
