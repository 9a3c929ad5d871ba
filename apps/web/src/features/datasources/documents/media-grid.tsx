import { Children, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { useFormat } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import css from './media.module.css'

/** Cards at first, and with each further step: thousands at once would block the page. */
const STEP = 100

/** The documents as a grid of eight a row, which scrolls. `children` are functions that render a card each. */
export function MediaGrid({ children }: { children: readonly (() => ReactNode)[] }) {
  const { t } = useTranslation(['datasources', 'media'])
  const format = useFormat()
  const [limit, setLimit] = useState(STEP)
  const all = children.length
  if (all === 0)
    return (
      <div className={css.none}>
        <p>{t('media:empty')}</p>
        <p>{t('media:emptyText')}</p>
        <p className={css.types}>{t('media:types')}</p>
      </div>
    )
  const rest = all - limit
  return (
    <div className={css.scrolls} {...scrollBox(t('media:list'))}>
      <ul className={css.grid} aria-label={t('media:list')}>
        {Children.toArray(children.slice(0, limit).map((render) => render()))}
      </ul>
      {rest > 0 && (
        <div className={css.more}>
          <Button size="small" onClick={() => setLimit(limit + STEP)}>
            {t('media:more', { count: Math.min(rest, STEP) })}
          </Button>
          <span>{t('media:shown', { shown: format.number(limit), all: format.number(all) })}</span>
        </div>
      )}
    </div>
  )
}
