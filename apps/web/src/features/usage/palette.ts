import type { PaletteEntries } from '#features/palette/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { STATS } from './index.ts'

export function useStatsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-stats',
        icon: 'activity',
        name: t('pages.stats'),
        words: t('pageWords.stats'),
        target: { to: STATS },
      },
    ],
  }
}
