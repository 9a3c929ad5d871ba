import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/table.tsx'
import type { ShownUsage } from './api.ts'
import { everyDay, noonOf, type UsageDay } from './days.ts'
import { useSaid, valueOf, type Measure } from './measures.ts'
import css from './usage.module.css'

interface UsageDaysProps {
  usage: ShownUsage
  /** What the bars show. */
  measure?: Measure
  /** The columns of the table. */
  columns: readonly Measure[]
  /** The level of the heading. */
  level?: 2 | 3
}

/** More bars than this have no gaps. */
const DENSE = 120

/** Bar chart of the days; the same data as a table, also for screen readers. */
export function UsageDays({ usage, measure = 'prompts', columns, level = 3 }: UsageDaysProps) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const said = useSaid()
  const [asTable, setAsTable] = useState(false)
  const all = everyDay(usage)
  const highest = Math.max(...all.map((day) => valueOf(day, measure)))
  const most = highest > 0 ? highest : 1
  const Heading = `h${level}` as const
  const atMost = t('atMost', { value: said(highest, measure) })
  return (
    <div>
      <div className={css.part}>
        <Heading>{t('byDay')}</Heading>
        <Button size="small" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('asBars') : t('asTable')}
        </Button>
      </div>
      {asTable ? (
        <DaysTable days={usage.byDay} columns={columns} />
      ) : (
        <figure className={css.chart}>
          <div
            className={css.bars}
            data-dense={all.length > DENSE || undefined}
            role="img"
            aria-label={t('chart', { count: all.length, measure: t(measure), most: atMost })}
          >
            {all.map((day) => {
              const value = valueOf(day, measure)
              return (
                <span
                  key={day.day}
                  title={t('dayIs', {
                    day: format.day(noonOf(day.day)),
                    measure: t(measure),
                    value: said(value, measure),
                  })}
                  data-none={value === 0 || undefined}
                  style={{ blockSize: `${(value / most) * 100}%` }}
                />
              )
            })}
          </div>
          <figcaption className={css.axis}>
            <span>{format.day(noonOf(usage.from))}</span>
            <span>{atMost}</span>
            <span>{format.day(noonOf(usage.to))}</span>
          </figcaption>
        </figure>
      )}
    </div>
  )
}

function DaysTable({ days, columns }: { days: readonly UsageDay[]; columns: readonly Measure[] }) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const said = useSaid()
  return (
    <Table
      label={t('byDay')}
      columns={[{ id: 'day', name: t('day') }, ...columns.map((id) => ({ id, name: t(id), end: true }))]}
    >
      {days.toReversed().map((day) => (
        <tr key={day.day}>
          <td>{format.day(noonOf(day.day))}</td>
          {columns.map((one) => (
            <td key={one} data-end>
              {said(valueOf(day, one), one)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
