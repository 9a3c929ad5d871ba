import { useEffect } from 'react'
import { loadCode } from '#lib/load-code.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { keep, kept } from './adopted-colours.ts'

/**
 * Applies the user's stored colours on every device; loads the code that derives them only if this browser has not cached
 * them.
 */
export function useAppliedColours(): void {
  const { data } = useStoredSettings()
  const setting = data?.customColorScheme ?? (data ? '' : undefined)
  useEffect(() => {
    if (setting === undefined || setting === kept().setting) return
    if (setting === '') keep('', '')
    else
      void loadCode(() => import('./custom-theme.ts')).then(({ cssOf, themeOf }) =>
        keep(setting, cssOf(themeOf(setting))),
      )
  }, [setting])
}
