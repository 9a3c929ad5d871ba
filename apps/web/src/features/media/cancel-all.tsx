import type { DatasourceSite, MediaItem } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useCancelAll } from './api.ts'
import { isAtWork, isDue } from './media-state.ts'
import { useFailure } from './use-failure.ts'
import { useNow } from './use-now.ts'

interface CancelAllProps {
  datasourceId: number
  media: readonly MediaItem[]
  sites: readonly DatasourceSite[]
}

/** Cancels the indexing of all documents that wait or are read. Nothing while there are none. */
export function CancelAll({ datasourceId, media, sites }: CancelAllProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const cancel = useCancelAll()
  const failure = useFailure()
  const now = useNow()
  const count = media.filter((one) => isAtWork(one, now)).length
  if (count === 0 && !sites.some((site) => isDue(site, now))) return null
  return (
    <Button
      icon="cancel"
      busy={cancel.isPending}
      onClick={() => cancel.mutate(datasourceId, { onError: failure('cancelFailed') })}
    >
      {count === 0 ? t('cancel') : t('cancelAll', { number: format.number(count) })}
    </Button>
  )
}
