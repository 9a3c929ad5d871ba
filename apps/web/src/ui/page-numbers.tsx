import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './pager.module.css'

/** Buttons for the first and the last page, and those around the current one. */
export function PageNumbers({
  page,
  pages,
  onPage,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return (
    <ol className={css.numbers}>
      {numbersOf(page, pages).map((number) => (
        <li key={number} data-gap={number < 0 || undefined}>
          {number < 0 ? (
            <span aria-hidden="true">…</span>
          ) : (
            <button
              type="button"
              className={css.number}
              aria-label={t('pageNumber', { page: format.number(number) })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {format.number(number)}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Returns the shown page numbers; a negative number is a gap. A gap of one page shows that page. */
export function numbersOf(page: number, pages: number): number[] {
  const from = Math.max(1, Math.min(page - 1, pages - 4))
  const to = Math.min(pages, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const before = from === 1 ? [] : from === 2 ? [1] : from === 3 ? [1, 2] : [1, -1]
  const after =
    to === pages ? [] : to === pages - 1 ? [pages] : to === pages - 2 ? [pages - 1, pages] : [-2, pages]
  return [...before, ...middle, ...after]
}
