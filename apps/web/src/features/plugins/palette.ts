import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { PLUGINS } from './index.ts'

export function usePluginsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-plugins',
        icon: 'schema',
        name: t('pages.plugins'),
        words: t('pageWords.plugins'),
        target: { dialog: PLUGINS },
      },
    ],
  }
}
