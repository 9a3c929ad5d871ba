import { useMediaQuery } from '@mantine/hooks'
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

/** A phone has no room for more columns: it shows the chosen measure. */
const MOST_OF_PHONE = 3

/** Bar chart of the days; the same data as a table, also for screen readers. */
export function UsageDays({ usage, measure = 'prompts', columns, level = 3 }: UsageDaysProps) {
  const { t } = useTranslation('usage')
  const said = useSaid()
  const small = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
  const fitting = small && columns.length > MOST_OF_PHONE ? [measure] : columns
  return (
    <DayBars
      title={t('byDay')}
      name={t(measure)}
      days={everyDay(usage).map((day) => ({ day: day.day, value: valueOf(day, measure) }))}
      said={(value) => said(value, measure)}
      table={{
        columns: fitting.map((id) => ({ id, name: t(id) })),
        rows: usage.byDay
          .toReversed()
          .map((day) => ({ day: day.day, cells: fitting.map((one) => said(valueOf(day, one), one)) })),
      }}
      level={level}
    />
  )
}
