import type { Share } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { ShareRow, type Act } from './share-row.tsx'
import rows from '#ui/fact-rows.module.css'

interface ListedProps<T> {
  label: string
  shares: { data: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
  /** Instead of an empty list. */
  empty: ReactNode
  row: (share: T) => ReactNode
}

/** A list of links with its loading, error and empty states. */
export function Listed<T>({ label, shares: { data, error, refetch }, empty, row }: ListedProps<T>) {
  const { t } = useTranslation('shares')
  const errorMessage = useErrorMessage()
  if (!data && error)
    return <LoadFailed title={t('loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <div className={rows.bones}>
          {[48, 64, 56].map((width) => (
            <SkeletonLine key={width} width={width} height={20} />
          ))}
        </div>
      </Loading>
    )
  return data.length === 0 ? empty : <ul aria-label={label}>{data.map(row)}</ul>
}

interface ShareListProps extends Omit<ListedProps<Share>, 'row' | 'label'> {
  isNamed: boolean
  onAct: (act: Act, share: Share) => void
}

/** One's own links. */
export function ShareList({ isNamed, onAct, ...rest }: ShareListProps) {
  const { t } = useTranslation('shares')
  return (
    <Listed
      {...rest}
      label={t('links')}
      row={(share) => (
        <ShareRow key={share.id} share={share} isNamed={isNamed} onAct={(act) => onAct(act, share)} />
      )}
    />
  )
}
