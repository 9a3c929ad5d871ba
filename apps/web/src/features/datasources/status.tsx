import type { Datasource } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { StatusSign } from '#features/media/index.ts'

/** The state of a data source: that it has no documents, or, while it is indexed, how many are done. */
export function SourceStatus({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('datasources')
  const { status, mediaCount, mediaWaiting } = datasource
  if (mediaCount === 0) return <StatusSign status={status}>{t('table.none')}</StatusSign>
  const isIndexing = status === DATASOURCE_STATUS.indexing && mediaCount > 1
  return (
    <StatusSign status={status}>
      {isIndexing ? t('progress', { done: mediaCount - mediaWaiting, all: mediaCount }) : undefined}
    </StatusSign>
  )
}
