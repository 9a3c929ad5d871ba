import { useState } from 'react'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { useStoredSettings } from '#features/settings/index.ts'
import type { Bookmark } from '../stored-bookmarks.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { BookmarkDialog } from './bookmark-dialog.tsx'
import { BookmarkList } from './bookmark-list.tsx'

type Edited = Bookmark | 'new' | null

/** One's bookmarks: open, rename, order, remove, and add an address. */
function Bookmarks({ pages }: { pages: readonly BookmarkedPage[] }) {
  const { t } = useTranslation('bookmarks')
  const errorMessage = useErrorMessage()
  const { error, refetch } = useStoredSettings({ fresh: true })
  const list = useBookmarks()
  // The bookmark of the dialog stays while it closes.
  const [edited, setEdited] = useState<Edited>(null)
  const [opened, setOpened] = useState(false)
  const edit = (bookmark: Edited) => {
    setEdited(bookmark)
    setOpened(true)
  }
  if (!list)
    return error ? (
      <LoadFailed title={t('loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading>
        <SkeletonLine height={52} />
        <SkeletonLine height={52} />
      </Loading>
    )
  return (
    <>
      <LeadRow lead={t('lead')}>
        <Button icon="plus" onClick={() => edit('new')}>
          {t('add')}
        </Button>
      </LeadRow>
      {list.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} wayOn="beside" />
      ) : (
        <BookmarkList list={list} pages={pages} onEdit={edit} />
      )}
      <BookmarkDialog
        bookmark={edited === 'new' ? null : edited}
        list={list}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

/** Returns the page, which asks these pages whether what a bookmark leads to is still there. */
export const bookmarksPageWith = (pages: readonly BookmarkedPage[]): FeatureView => ({
  useHeading: () => useTranslation('bookmarks').t('title'),
  useCrumb: () => ({ to: '/users/me', text: useTranslation('bookmarks').t('profile') }),
  View: () => <Bookmarks pages={pages} />,
})
