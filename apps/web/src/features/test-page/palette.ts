import type { PaletteEntries } from '#features/palette/index.ts'
import { useTranslation } from '#lib/texts.ts'

export function useTestPageInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-test-page',
        icon: 'list-check',
        name: t('pages.testPage'),
        words: t('pageWords.testPage'),
        target: { to: '/test-page' },
      },
    ],
  }
}
