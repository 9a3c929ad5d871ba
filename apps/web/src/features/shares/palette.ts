import type { PaletteEntries } from '#features/palette/index.ts'
import { usePermission } from '#features/session/index.ts'
import { useTranslation } from '#lib/texts.ts'

/** The page of one's own share links. */
export function useSharesInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (usePermission('can_share') !== true) return {}
  return {
    pages: [
      {
        id: 'page-own-shares',
        icon: 'link',
        name: t('pages.ownShares'),
        words: t('pageWords.ownShares'),
        target: { to: '/users/me/shares' },
      },
    ],
  }
}
