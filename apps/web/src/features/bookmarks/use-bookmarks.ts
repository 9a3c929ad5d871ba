import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppName } from '#lib/config.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { useChangeSetting, useStoredSettings } from '#features/settings/index.ts'
import { MOST_TITLE, withBookmark, withBookmarkAt, withoutBookmark, writtenBookmarks } from './bookmarks.ts'
import { uriOfPage } from './shown-page.ts'
import { readBookmarks, type Bookmark } from './stored-bookmarks.ts'

/** The page of one's bookmarks. */
export const BOOKMARKS_PAGE = '/users/me/bookmarks'

/** Returns one's bookmarks; undefined while they are not known. */
export function useBookmarks(): readonly Bookmark[] | undefined {
  const settings = useStoredSettings().data
  const stored = settings?.bookmarks
  return useMemo(() => (settings ? readBookmarks(stored) : undefined), [settings, stored])
}

type Change = (list: readonly Bookmark[]) => readonly Bookmark[]

/**
 * Returns a function that changes the bookmarks as they are stored now, so that one that another window added stays. It returns
 * false, and says why, if there would be too many.
 */
export function useChangeBookmarks(): (change: Change, onStored?: () => void) => boolean {
  const { t } = useTranslation('bookmarks')
  const notices = useNotices()
  const navigate = useNavigate()
  const known = useBookmarks() ?? []
  const changeSetting = useChangeSetting('bookmarks')
  return (change, onStored) => {
    const written = (list: readonly Bookmark[]) => writtenBookmarks(change(list), list.length)
    const fits = written(known) !== undefined
    if (fits) changeSetting((stored) => written(readBookmarks(stored)), onStored)
    else
      notices.show({
        kind: 'warning',
        title: t('star.full', { count: known.length }),
        text: t('star.fullText'),
        action: { label: t('star.all'), run: () => void navigate(BOOKMARKS_PAGE) },
      })
    return fits
  }
}

/** Removes a bookmark, with a notice that brings it back to its place. */
export function useRemoveBookmark(): (bookmark: Bookmark) => void {
  const { t } = useTranslation('bookmarks')
  const notices = useNotices()
  const change = useChangeBookmarks()
  const known = useBookmarks() ?? []
  return (bookmark) => {
    const place = known.findIndex(({ uri }) => uri === bookmark.uri)
    const notice = {
      kind: 'done',
      title: t('star.removed'),
      text: bookmark.title,
      action: {
        label: t('star.undo'),
        run: () => change((list) => withBookmarkAt(list, { bookmark, place })),
      },
    } as const
    change(
      (list) => withoutBookmark(list, bookmark.uri),
      () => notices.show(notice),
    )
  }
}

/** Returns whether the shown page is a bookmark, and a function that makes it one or removes it. */
export function useBookmarkOfPage(): { bookmark: Bookmark | undefined; toggle: () => void } {
  const { t } = useTranslation('bookmarks')
  const app = useAppName()
  const notices = useNotices()
  const uri = uriOfPage(useLocation())
  const bookmark = useBookmarks()?.find((one) => one.uri === uri)
  const change = useChangeBookmarks()
  const remove = useRemoveBookmark()
  const add = () => {
    const title = titleOfPage(app)
    change(
      (list) => withBookmark(list, { title, uri }),
      () => notices.show({ kind: 'done', title: t('star.added'), text: title }),
    )
  }
  return { bookmark, toggle: bookmark ? () => remove(bookmark) : add }
}

/** The title of the browser's window without the name of the app (app/pages/use-title.ts). */
function titleOfPage(app: string): string {
  const { title } = document
  const end = ` · ${app}`
  const own = title.endsWith(end) ? title.slice(0, -end.length) : title
  return own.slice(0, MOST_TITLE)
}
