import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useDashboardInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-dashboard',
        icon: 'layout-dashboard',
        name: t('pages.dashboard'),
        words: t('pageWords.dashboard'),
        target: { to: '/' },
      },
    ],
  }
}
