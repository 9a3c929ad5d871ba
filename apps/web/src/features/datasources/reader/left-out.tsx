import type { MediaItem } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { nameOf, ReadAs, valuesOf } from '#features/media/index.ts'
import css from './reader.module.css'

/** Pages that are named; of more, only the number is said. */
const NAMED = 40

interface LeftOutProps {
  media: MediaItem
  /** Whether the user may change the data source. */
  writes: boolean
  onPage: (page: number) => void
}

/** What was left out of a document and why, with the pages. */
export function LeftOut({ media, writes, onPage }: LeftOutProps) {
  const { warnings } = media
  const { t } = useTranslation(['workbench', 'datasources', 'media'])
  const [readsAs, setReadsAs] = useState(false)
  if (warnings.length === 0) return null
  return (
    <section className={css.leftOut} aria-label={t('leftOut.title')}>
      <Icon name="alert-triangle" />
      <ul>
        {warnings.map(({ code, pages, confidence, reason, ...more }) => (
          <li key={`${code} ${reason ?? ''}`}>
            {t(`leftOut.${nameOf({ code, pages })}`, {
              ...valuesOf({ code, pages, ...more }),
              reason: reason ? t(`media:notSeen.${reason}`) : '',
            })}
            {confidence !== undefined && <span>{t('media:confidence', { confidence })}</span>}
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
            {code === 'encoding_guessed' && writes && (
              <button type="button" className={css.toPage} onClick={() => setReadsAs(true)}>
                {t('media:encoding.readAs')}
              </button>
            )}
            {pages.length > NAMED && <span>{t('leftOut.more', { count: pages.length - NAMED })}</span>}
          </li>
        ))}
      </ul>
      {readsAs && <ReadAs media={media} onClose={() => setReadsAs(false)} />}
    </section>
  )
}
