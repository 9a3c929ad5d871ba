import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu, Menu } from '#ui/menu.tsx'
import { useLocation } from 'react-router'
import { useIsStoring, useStoredSettings } from '#features/settings/index.ts'
import { isStored, uriOfPage } from './shown-page.ts'

const load = () => import('./bookmark-menu-items.tsx')
/** Preloads the menu's code; opening it loads it otherwise. */
const warm = () => void load().catch(() => undefined)
const BookmarkMenuItems = lazyView(async () => (await load()).BookmarkMenuItems)

/**
 * The star of the top bar: filled on a page that is stored as a bookmark, dimmed while a change is on its way. Its menu adds and
 * removes the page, and lists the first ones.
 */
export function BookmarkMenu() {
  const { t } = useTranslation('shell')
  const uri = uriOfPage(useLocation())
  const stored = useStoredSettings().data?.bookmarks
  const isStoring = useIsStoring('bookmarks')
  const isBookmark = stored !== undefined && !isStoring && isStored(stored, uri)
  return (
    <Menu
      position="bottom-end"
      target={
        <IconButton
          icon={isBookmark ? 'star-filled' : 'star'}
          large
          aria-busy={isStoring}
          label={isBookmark ? t('bookmarks.onPage') : t('bookmarks.title')}
          onPointerEnter={warm}
          onFocus={warm}
        />
      }
    >
      <LazyMenu>
        <BookmarkMenuItems />
      </LazyMenu>
    </Menu>
  )
}
