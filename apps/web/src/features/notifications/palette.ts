import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { useInstalled } from '#features/plugins/index.ts'

export function useNotificationsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (!useInstalled('real-time-notifications')) return {}
  return {
    pages: [
      {
        id: 'page-notifications',
        icon: 'bell',
        name: t('pages.notifications'),
        words: t('pageWords.notifications'),
        target: { to: '/notifications' },
      },
    ],
  }
}
