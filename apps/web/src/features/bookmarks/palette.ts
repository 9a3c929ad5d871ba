import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { isOutside } from './stored-bookmarks.ts'
import { BOOKMARKS_PAGE, useBookmarks } from './use-bookmarks.ts'

export function useBookmarksInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const list = useBookmarks()
  const words = t('pageWords.bookmarks')
  return {
    bookmarks: (list ?? []).map(({ title, uri }) => ({
      id: `bookmark-${uri}`,
      icon: 'star',
      name: title,
      detail: uri,
      target: isOutside(uri) ? { beside: uri } : { to: uri },
    })),
    pages: [
      {
        id: 'page-bookmarks',
        icon: 'star',
        name: t('pages.bookmarks'),
        words,
        target: { to: BOOKMARKS_PAGE },
      },
    ],
  }
}
