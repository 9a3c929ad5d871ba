import { useEffect } from 'react'
import { useStoredSettings } from '../settings/index.ts'
import { keep, kept } from './worn.ts'

/** The colours that this person stored hold on every device; deriving them is loaded only when they are new here. */
export function useAppliedColours(): void {
  const { data } = useStoredSettings()
  const setting = data?.customColorScheme ?? (data ? '' : undefined)
  useEffect(() => {
    if (setting === undefined || setting === kept().setting) return
    if (setting === '') keep('', '')
    else void import('./custom-theme.ts').then(({ cssOf, themeOf }) => keep(setting, cssOf(themeOf(setting))))
  }, [setting])
}
