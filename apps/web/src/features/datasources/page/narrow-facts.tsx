import type { MediaItem } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { MediaStatus } from '#features/media/index.ts'
import css from './page.module.css'

/** The facts of a document in one line, where the table has no columns for them. */
export function NarrowFacts({ media }: { media: MediaItem }) {
  const { pages, chunks } = media
  const { t } = useTranslation('datasources')
  const format = useFormat()
  return (
    <span className={css.facts}>
      <MediaStatus media={media} />
      {pages !== null && <span>{t('table.pageCount', { count: pages })}</span>}
      {chunks > 0 && <span>{t('page.passages', { count: chunks, number: format.number(chunks) })}</span>}
    </span>
  )
}
