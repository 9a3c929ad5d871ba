import type { ChatBot } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useToday } from '#lib/days.ts'
import { DayBars } from '#ui/day-bars.tsx'
import { Segments } from '#ui/segments.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { useChatbotUsage } from '../api.ts'
import { daysUntil, MEASURES, sumOf, type Measure, type UsageDay } from './days.ts'
import css from './inbox.module.css'

const SPANS = ['7', '30', '90'] as const

/** What a chatbot was asked by day, as bars and as a table. */
export function ChatbotUsage({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30')
  const [measure, setMeasure] = useState<Measure>('questions')
  const usage = useChatbotUsage(bot.id, Number(span))
  return (
    <div className={css.usage}>
      <div className={css.choices}>
        <Segments
          label={t('usage.span')}
          value={span}
          options={SPANS.map((value) => ({ value, label: t('usage.days', { count: Number(value) }) }))}
          onChange={setSpan}
        />
        <Segments
          label={t('usage.show')}
          value={measure}
          options={MEASURES.map((value) => ({ value, label: t(`usage.${value}`) }))}
          onChange={setMeasure}
        />
      </div>
      {usage.data && <Figures days={usage.data} count={Number(span)} measure={measure} />}
      {!usage.data && usage.error && (
        <LoadFailed
          title={t('usage.loadFailed')}
          {...errorMessage(usage.error)}
          onRetry={() => void usage.refetch()}
        />
      )}
      {usage.isPending && (
        <Loading>
          <SkeletonLine height={160} />
        </Loading>
      )}
    </div>
  )
}

interface FiguresProps {
  days: readonly UsageDay[]
  count: number
  measure: Measure
}

function Figures({ days, count, measure }: FiguresProps) {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  const today = useToday()
  if (days.length === 0) return <EmptyState title={t('usage.none')} text={t('usage.noneText')} wayOn="none" />
  return (
    <>
      <dl className={css.sums}>
        {MEASURES.map((one) => (
          <div key={one}>
            <dt>{t(`usage.${one}`)}</dt>
            <dd>{format.number(sumOf(days, one))}</dd>
          </div>
        ))}
      </dl>
      <DayBars
        title={t('usage.byDay')}
        name={t(`usage.${measure}`)}
        days={daysUntil(today, count, days).map((day) => ({ day: day.day, value: day[measure] }))}
        said={(value) => format.number(value)}
        table={{
          columns: MEASURES.map((id) => ({ id, name: t(`usage.${id}`) })),
          rows: days
            .toReversed()
            .map((day) => ({ day: day.day, cells: MEASURES.map((one) => format.number(day[one])) })),
        }}
      />
    </>
  )
}
