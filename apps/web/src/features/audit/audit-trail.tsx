import { useAddress } from '#lib/address.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { useAuditExport, useAuditTrail } from './api.ts'
import { AuditFilters, NO_FILTER } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'
import css from './audit.module.css'
import { filterFrom, isFiltered } from './filter.ts'

/** The audit trail of accounts, access and sign-ins, newest first. The filter is in the URL. */
export function AuditTrail() {
  const { get, put } = useAddress()
  const filter = filterFrom(get)
  const trail = useAuditTrail(filter)
  const download = useAuditExport()
  const errorMessage = useErrorMessage()
  return (
    <>
      <AuditFilters filter={filter} onChange={put}>
        <ExportButton busy={download.isPending} onExport={() => download.mutate(filter)} />
      </AuditFilters>
      {download.error && <Problem>{errorMessage(download.error).sentence}</Problem>}
      <Results trail={trail} filtered={isFiltered(filter)} onClear={() => put(NO_FILTER)} />
    </>
  )
}

function ExportButton({ busy, onExport }: { busy: boolean; onExport: () => void }) {
  const { t } = useTranslation('audit')
  return (
    <Button icon="download" busy={busy} onClick={onExport}>
      {t('export')}
    </Button>
  )
}

interface ResultsProps {
  trail: ReturnType<typeof useAuditTrail>
  filtered: boolean
  onClear: () => void
}

function Results({ trail, filtered, onClear }: ResultsProps) {
  const { t } = useTranslation('audit')
  const errorMessage = useErrorMessage()
  const { data: entries, hasNextPage, isFetchingNextPage, fetchNextPage } = trail
  if (trail.isPending) return <Skeleton />
  if (!entries)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(trail.error)}
        onRetry={() => void trail.refetch()}
      />
    )
  if (entries.length === 0)
    return (
      <EmptyState
        title={filtered ? t('noMatch') : t('empty')}
        text={filtered ? t('noMatchText') : t('emptyText')}
      >
        {filtered && <Button onClick={onClear}>{t('clear')}</Button>}
      </EmptyState>
    )
  return (
    <>
      <AuditRows entries={entries} busy={trail.isPlaceholderData} />
      <div className={css.more}>
        {hasNextPage ? (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('older')}
          </Button>
        ) : (
          <p>{t('end')}</p>
        )}
      </div>
      {trail.isFetchNextPageError && <Problem>{errorMessage(trail.error).sentence}</Problem>}
    </>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[90, 78, 84, 70, 88, 74].map((width) => (
          <SkeletonLine key={width} width={width} height={16} />
        ))}
      </div>
    </Loading>
  )
}
