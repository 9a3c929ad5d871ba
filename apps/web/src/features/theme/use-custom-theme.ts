import { contract } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { countDown } from '#lib/countdown.ts'
import { useNotices } from '#lib/notices.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { cssOf, settingOf, themeOf, type CustomTheme } from './custom-theme.ts'
import { keep, kept } from './adopted-colours.ts'

/** Returns the stored custom theme; null when there is none. */
export function useCustomTheme(): CustomTheme | null {
  const { data } = useStoredSettings()
  return themeOf(data?.customColorScheme)
}

/**
 * Stores a theme, or deletes it with null. It applies at once; when its colours change, a notice counts down to a reload.
 */
export function useStoreTheme() {
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const { t } = useTranslation('theme')
  const id = useUserId()
  return useMutation({
    mutationFn: async (theme: CustomTheme | null) => {
      const body = { settingName: 'customColorScheme', settingValue: settingOf(theme) }
      await api.call(contract.settings.setByName, { params: { id }, body })
    },
    onSuccess: (_, theme) => {
      const customColorScheme = settingOf(theme)
      cache.setQueryData(
        settingsKeys.of(id),
        (stored: object | undefined) => stored && { ...stored, customColorScheme },
      )
      const isAdopted = kept().css === cssOf(theme)
      keep(customColorScheme, cssOf(theme))
      const title = theme ? t('saved', { name: theme.name }) : t('deleted')
      // Renaming a theme changes no colours.
      if (isAdopted) notices.show({ kind: 'done', title })
      else
        countDown({
          notices,
          title,
          text: (count) => t('reloadIn', { count }),
          act: () => window.location.reload(),
        })
    },
  })
}
