import { useTranslation } from '#lib/texts.ts'
import { DayBars } from '#ui/day-bars.tsx'
import type { ShownUsage } from './api.ts'
import { everyDay } from './days.ts'
import { useSaid, valueOf, type Measure } from './measures.ts'

interface UsageDaysProps {
  usage: ShownUsage
  /** What the bars show. */
  measure?: Measure
  /** The columns of the table. */
  columns: readonly Measure[]
  /** The level of the heading. */
  level?: 2 | 3
}

/** Bar chart of the days; the same data as a table, also for screen readers. */
export function UsageDays({ usage, measure = 'prompts', columns, level = 3 }: UsageDaysProps) {
  const { t } = useTranslation('usage')
  const said = useSaid()
  return (
    <DayBars
      title={t('byDay')}
      name={t(measure)}
      days={everyDay(usage).map((day) => ({ day: day.day, value: valueOf(day, measure) }))}
      said={(value) => said(value, measure)}
      table={{
        columns: columns.map((id) => ({ id, name: t(id) })),
        rows: usage.byDay
          .toReversed()
          .map((day) => ({ day: day.day, cells: columns.map((one) => said(valueOf(day, one), one)) })),
      }}
      level={level}
    />
  )
}
