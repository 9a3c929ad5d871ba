import type { ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { FactList } from '#ui/fact-list.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { Scope, useTokens } from './api.ts'
import { TokenRow } from './token-row.tsx'

interface TokenListProps {
  scope: Scope
  tokens: Pick<ReturnType<typeof useTokens>, 'data' | 'error' | 'refetch'>
  /** Button or link for creating the first token, shown in the empty list. */
  children?: ReactNode
}

/** A list of tokens with its loading, error and empty states. */
export function TokenList({ scope, tokens, children }: TokenListProps) {
  const { t } = useTranslation('tokens')
  return (
    <FactList
      label={t(`list.${scope}`)}
      failed={t('loadFailed')}
      list={tokens}
      empty={
        <EmptyState title={t(`empty.${scope}`)} text={t('emptyText')}>
          {children}
        </EmptyState>
      }
      row={(token) => <TokenRow key={token.id} token={token} />}
    />
  )
}
