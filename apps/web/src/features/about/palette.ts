import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useAboutInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-about',
        icon: 'info-circle',
        name: t('pages.about'),
        words: t('pageWords.about'),
        target: { to: '/about' },
      },
    ],
  }
}
