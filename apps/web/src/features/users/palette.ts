import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useProfileInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-profile',
        icon: 'user',
        name: t('pages.profile'),
        words: t('pageWords.profile'),
        target: { to: '/users/me' },
      },
    ],
  }
}
