import type { MediaItem } from '@polylogue/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { StatusSign } from '../status.tsx'
import css from './page.module.css'

/** The facts of a document in one line, where the table has no columns for them. */
export function NarrowFacts({ media: { status, pages, chunks } }: { media: MediaItem }) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  return (
    <span className={css.facts}>
      <StatusSign status={status} />
      {pages !== null && <span>{t('table.pageCount', { count: pages })}</span>}
      {chunks > 0 && <span>{t('page.passages', { count: chunks, number: format.number(chunks) })}</span>}
    </span>
  )
}
