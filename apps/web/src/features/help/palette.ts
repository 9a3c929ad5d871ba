import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useHelpInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-help',
        icon: 'help-circle',
        name: t('pages.help'),
        words: t('pageWords.help'),
        target: { to: '/help' },
      },
      {
        id: 'page-models',
        icon: 'cpu',
        name: t('pages.models'),
        words: t('pageWords.models'),
        target: { to: '/help/models' },
      },
    ],
  }
}
