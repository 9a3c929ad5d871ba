import { useTranslation } from '#lib/texts.ts'
import { MenuItem, MenuLink, MenuRule } from '#ui/menu.tsx'
import { isOutside } from './stored-bookmarks.ts'
import { BOOKMARKS_PAGE, useBookmarkOfPage, useBookmarks } from './use-bookmarks.ts'

/** The bookmarks in the menu; all of them are on their page. */
const LISTED = 10

/** Adds or removes the page, and leads to the first bookmarks and to all. */
export function BookmarkMenuItems() {
  const list = useBookmarks()
  return (
    <>
      <BookmarkPageItem />
      {list && list.length > 0 && <MenuRule />}
      {list?.slice(0, LISTED).map(({ title, uri }) => (
        <MenuLink key={uri} icon="star" to={uri} newWindow={isOutside(uri)}>
          <span className="cut" dir="auto" title={title}>
            {title}
          </span>
        </MenuLink>
      ))}
      <MenuRule />
      <AllBookmarksItem />
    </>
  )
}

/** For menus of small screens, which have no star. */
export function BookmarkItems() {
  return (
    <>
      <BookmarkPageItem />
      <AllBookmarksItem />
    </>
  )
}

function BookmarkPageItem() {
  const { t } = useTranslation('bookmarks')
  const list = useBookmarks()
  const { bookmark, toggle } = useBookmarkOfPage()
  return (
    <MenuItem icon={bookmark ? 'star-filled' : 'star'} disabled={!list} onSelect={toggle}>
      {bookmark ? t('star.removePage') : t('star.addPage')}
    </MenuItem>
  )
}

function AllBookmarksItem() {
  const { t } = useTranslation('bookmarks')
  return (
    <MenuLink icon="list-details" to={BOOKMARKS_PAGE}>
      {t('star.all')}
    </MenuLink>
  )
}
