import type { Datasource } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { Link } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { remarkOf, useFailure, useIndexFailed } from '#features/media/index.ts'
import { SourceStatus } from '../status.tsx'
import css from './of-project.module.css'

/** A data source with its state: how far its indexing is, or why it failed and a button to try again. */
export function SourceRow({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation(['datasources', 'media'])
  const index = useIndexFailed()
  const failure = useFailure()
  const { id, name, status, media, mediaCount, mediaWaiting } = datasource
  const hasFailed = status === DATASOURCE_STATUS.failed
  const failed = media.find((one) => one.status === DATASOURCE_STATUS.failed)
  const isIndexing = status === DATASOURCE_STATUS.indexing && mediaCount > 1
  return (
    <div className={css.source}>
      <div className={css.row}>
        <Link to={`/datasources/${id}`} className={css.name} title={name}>
          <span className="cut">{name}</span>
        </Link>
        <SourceStatus datasource={datasource} />
        {hasFailed && canWrite(datasource) && (
          <Button
            size="small"
            busy={index.isPending}
            onClick={() => index.mutate(id, { onError: failure('indexAllFailed') })}
          >
            {t('files.again')}
          </Button>
        )}
      </div>
      {hasFailed && failed && <p className={css.remark}>{remarkOf(failed, t)}</p>}
      {isIndexing && (
        <ProgressBar
          label={t('ofProject.read', { name })}
          done={mediaCount - mediaWaiting}
          total={mediaCount}
        />
      )}
    </div>
  )
}
