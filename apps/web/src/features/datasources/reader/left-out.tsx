import type { MediaItem } from '@polylogue/contract'
import { useTranslation } from '../../../lib/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import css from './reader.module.css'

/** Pages that are named; of more, only the number is said. */
const NAMED = 40

interface LeftOutProps {
  media: MediaItem
  onPage: (page: number) => void
}

/** What was left out of a document and why, with the pages. */
export function LeftOut({ media: { warnings }, onPage }: LeftOutProps) {
  const { t } = useTranslation(['workbench', 'datasources'])
  if (warnings.length === 0) return null
  return (
    <section className={css.leftOut} aria-label={t('leftOut.title')}>
      <Icon name="alert-triangle" />
      <ul>
        {warnings.map(({ code, pages, count, names = [] }) => (
          <li key={code}>
            {t(`leftOut.${code}`, {
              count: count ?? (Math.max(pages.length, names.length) || 1),
              names: names.join(', '),
            })}
            {pages.slice(0, NAMED).map((page) => (
              <button
                key={page}
                type="button"
                className={css.toPage}
                aria-label={t('leftOut.toPage', { page })}
                onClick={() => onPage(page)}
              >
                {page}
              </button>
            ))}
            {pages.length > NAMED && <span>{t('leftOut.more', { count: pages.length - NAMED })}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
