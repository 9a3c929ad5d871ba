import type { ReactNode } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import type { Scope, useTokens } from './api.ts'
import { TokenRow } from './token-row.tsx'
import rows from '#ui/fact-rows.module.css'

interface TokenListProps {
  scope: Scope
  tokens: Pick<ReturnType<typeof useTokens>, 'data' | 'error' | 'refetch'>
  /** Button or link for creating the first token, shown in the empty list. */
  children?: ReactNode
}

/** A list of tokens with its loading, error and empty states. */
export function TokenList({ scope, tokens: { data, error, refetch }, children }: TokenListProps) {
  const { t } = useTranslation('tokens')
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
  if (data.length === 0)
    return (
      <EmptyState title={t(`empty.${scope}`)} text={t('emptyText')}>
        {children}
      </EmptyState>
    )
  return (
    <ul aria-label={t(`list.${scope}`)}>
      {data.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  )
}
