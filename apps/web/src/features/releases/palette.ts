import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useReleasesInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-releaseNotes',
        icon: 'news',
        name: t('pages.releaseNotes'),
        words: t('pageWords.releaseNotes'),
        target: { to: '/release-notes' },
      },
    ],
  }
}
