import { useRef, useState, type PointerEvent } from 'react'
import { Link } from 'react-router'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useRowDrag } from '#ui/use-row-drag.ts'
import { inOrder } from '../bookmarks.ts'
import { isOutside, type Bookmark } from '../stored-bookmarks.ts'
import { useChangeBookmarks, useRemoveBookmark } from '../use-bookmarks.ts'
import css from './bookmarks.module.css'
import rows from '#ui/movable-rows.module.css'
import { useGone } from './use-gone.ts'

interface BookmarkListProps {
  list: readonly Bookmark[]
  /** The pages that know whether a bookmark leads to something. */
  pages: readonly BookmarkedPage[]
  onEdit: (bookmark: Bookmark) => void
}

/** The bookmarks in their order, which dragging and the arrow buttons change. */
export function BookmarkList({ list, pages, onEdit }: BookmarkListProps) {
  const { t } = useTranslation('bookmarks')
  const box = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const gone = useGone(list, pages)
  const change = useChangeBookmarks()
  const remove = useRemoveBookmark()
  const put = (order: readonly number[], moved: number) => {
    const uris = order.flatMap((at) => list[at]?.uri ?? [])
    change((stored) => inOrder(stored, uris))
    const place = order.indexOf(moved) + 1
    setSaid(t('moved', { name: list[moved]?.title ?? '', place, count: list.length }))
  }
  /** The button goes with its row: the one of the next row, or of the last, takes the focus. */
  const focusNext = (place: number) => {
    const next = box.current?.children[place + 1] ?? box.current?.children[place - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }
  const places = list.map((_bookmark, at) => at)
  const drag = useRowDrag(places, (at) => box.current?.children[at] ?? null, put)
  const moveTo = (at: number, to: number) =>
    put(places.filter((other) => other !== at).toSpliced(to, 0, at), at)
  return (
    <>
      <p className="sr" role="status">
        {said}
      </p>
      <ol ref={box} className={rows.rows} aria-label={t('list')}>
        {drag.order.map((at, place) => {
          const bookmark = list[at]
          return (
            bookmark && (
              <Row
                key={bookmark.uri}
                bookmark={bookmark}
                isGone={gone.has(bookmark.uri)}
                isFirst={place === 0}
                isLast={place === list.length - 1}
                isLifted={drag.dragged === at}
                onGrab={(event) => drag.start(at, event)}
                onMove={(by) => moveTo(at, at + by)}
                onEdit={() => onEdit(bookmark)}
                onRemove={() => {
                  focusNext(place)
                  remove(bookmark)
                }}
              />
            )
          )
        })}
      </ol>
    </>
  )
}

interface RowProps {
  bookmark: Bookmark
  /** What it leads to is deleted, or not shared any more. */
  isGone: boolean
  isFirst: boolean
  isLast: boolean
  isLifted: boolean
  onGrab: (event: PointerEvent) => void
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
}

function Row({ bookmark, isGone, isFirst, isLast, isLifted, ...on }: RowProps) {
  const { t } = useTranslation('bookmarks')
  const name = bookmark.title
  return (
    <li
      className={`${rows.row} ${css.row}`}
      data-lifted={isLifted || undefined}
      data-gone={isGone || undefined}
    >
      {/* For the pointer alone: the arrow buttons do the same for keyboards and screen readers. */}
      <span className={`${rows.handle} ${css.handle}`} aria-hidden="true" onPointerDown={on.onGrab}>
        <Icon name="grip-vertical" />
      </span>
      <span className={css.named}>
        <Target bookmark={bookmark} />
        {isGone ? (
          <span className={css.small}>{t('gone')}</span>
        ) : (
          <span className={`cut ${css.small}`} dir="ltr" title={bookmark.uri}>
            {bookmark.uri}
          </span>
        )}
      </span>
      <IconButton
        icon="arrow-up"
        label={t('up', { name })}
        aria-disabled={isFirst || undefined}
        onClick={isFirst ? undefined : () => on.onMove(-1)}
      />
      <IconButton
        icon="arrow-down"
        label={t('down', { name })}
        aria-disabled={isLast || undefined}
        onClick={isLast ? undefined : () => on.onMove(1)}
      />
      <IconButton icon="pencil" label={t('edit', { name })} onClick={on.onEdit} />
      <IconButton icon="trash" label={t('remove', { name })} data-remove onClick={on.onRemove} />
    </li>
  )
}

function Target({ bookmark: { title, uri } }: { bookmark: Bookmark }) {
  const { t } = useTranslation('bookmarks')
  if (!isOutside(uri))
    return (
      <Link to={uri} className="cut" dir="auto" title={title}>
        {title}
      </Link>
    )
  return (
    <a
      href={uri}
      target="_blank"
      rel="noreferrer"
      className="cut"
      dir="auto"
      title={t('outside', { host: new URL(uri).host })}
    >
      {title}
    </a>
  )
}
