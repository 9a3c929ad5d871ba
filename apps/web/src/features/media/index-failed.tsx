import type { DatasourceSite, MediaItem } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useIndexFailed } from './api.ts'
import { hasFailed, isDue } from './media-state.ts'
import { useFailure } from './use-failure.ts'
import { useNow } from './use-now.ts'

interface IndexFailedProps {
  datasourceId: number
  media: readonly MediaItem[]
  sites: readonly DatasourceSite[]
}

/** Starts all documents and site maps again that failed or were cancelled. Nothing for a single one, which has a menu. */
export function IndexFailed({ datasourceId, media, sites }: IndexFailedProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const index = useIndexFailed()
  const failure = useFailure()
  const now = useNow()
  const count = media.filter((one) => hasFailed(one, now)).length
  const maps = sites.filter((site) => site.lastFailure !== null && !isDue(site, now)).length
  if (count + maps < 2) return null
  return (
    <Button
      icon="refresh"
      busy={index.isPending}
      onClick={() => index.mutate(datasourceId, { onError: failure('indexAllFailed') })}
    >
      {count === 0 ? t('indexSites') : t('indexAll', { number: format.number(count) })}
    </Button>
  )
}
