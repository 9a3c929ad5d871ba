import type { Usage } from '@polylogue/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { PartHead } from '#ui/part-head.tsx'
import { Segments } from '#ui/segments.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useUsage } from './api.ts'
import { UsageDays } from './usage-days.tsx'
import { UsageModels } from './usage-models.tsx'
import { STATS } from './index.ts'
import css from './usage.module.css'

const SPANS = ['7', '30', '90'] as const
type Span = (typeof SPANS)[number]

/** Questions and tokens of the user: total, by day and by model. */
export function UsageCard({ userId }: { userId: number }) {
  const { t } = useTranslation('usage')
  const [span, setSpan] = useState<Span>('30')
  const spans = SPANS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))
  return (
    <section aria-label={t('title')}>
      <PartHead title={t('title')} level={2}>
        <Segments label={t('span')} value={span} options={spans} onChange={setSpan} />
      </PartHead>
      <Figures userId={userId} days={Number(span)} />
      <Link to={STATS} className={css.more}>
        {t('toStats')}
      </Link>
    </section>
  )
}

function Figures({ userId, days }: { userId: number; days: number }) {
  const { t } = useTranslation('usage')
  const errorMessage = useErrorMessage()
  const { data: usage, error, isPlaceholderData, refetch } = useUsage(userId, { days })
  if (error) return <LoadFailed title={t('failed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!usage)
    return (
      <Loading>
        <SkeletonLine height={120} />
      </Loading>
    )
  if (usage.total.prompts === 0) return <p className={css.none}>{t('none', { count: days })}</p>
  return (
    <div className={css.figures} aria-busy={isPlaceholderData || undefined}>
      <Total total={usage.total} />
      <UsageDays usage={usage} columns={['prompts', 'tokensIn', 'tokensOut']} />
      <UsageModels byModel={usage.byModel} />
    </div>
  )
}

function Total({ total }: { total: Usage['total'] }) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const facts: [string, string][] = [
    [t('prompts'), format.number(total.prompts)],
    [t('tokensIn'), format.number(total.tokensPrompt)],
    [t('tokensOut'), format.number(total.tokensResponse)],
  ]
  return (
    <dl className={css.total}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
