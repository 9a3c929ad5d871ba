import { useState, type PointerEvent } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import css from './day-bars.module.css'
import { useFirstRows } from './first-rows.tsx'
import { PartHead } from './part-head.tsx'
import { Table } from './table.tsx'

interface DayBarsProps {
  title: string
  /** What the bars show. */
  name: string
  /** Every day of the period, the oldest first; days in UTC. */
  days: readonly { day: string; value: number }[]
  /** Returns a value in words. */
  said: (value: number) => string
  /** The same as numbers, the newest day first; for screen readers, too. */
  table: {
    columns: readonly { id: string; name: string }[]
    rows: readonly { day: string; cells: readonly string[] }[]
  }
  /** The level of the heading; the bars of a page are taller than those of a card. */
  level?: 2 | 3
}

/** More bars than this have no gaps. */
const DENSE = 120

/** Rows of the table at first. */
const FEW = 31

/** Bar chart of days; the same data as a table. */
export function DayBars({ title, name, days, said, table, level = 2 }: DayBarsProps) {
  const { t } = useTranslation('usage')
  const [asTable, setAsTable] = useState(false)
  return (
    <div>
      <PartHead title={title} level={level}>
        <Button size="small" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('asBars') : t('asTable')}
        </Button>
      </PartHead>
      {asTable ? (
        <DaysTable title={title} table={table} />
      ) : (
        <Bars name={name} days={days} said={said} isTall={level === 2} />
      )}
    </div>
  )
}

function Bars({
  name,
  days,
  said,
  isTall,
}: Pick<DayBarsProps, 'name' | 'days' | 'said'> & { isTall: boolean }) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  // The day under the pointer: a bar of a year is too thin for a tooltip of its own.
  const [at, setAt] = useState<number>()
  const pointed = at === undefined ? undefined : days[at]
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))))
  }
  const highest = Math.max(...days.map(({ value }) => value))
  const most = highest > 0 ? highest : 1
  const atMost = t('atMost', { value: said(highest) })
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  return (
    <figure className={css.chart} data-tall={isTall || undefined}>
      <div
        className={css.bars}
        data-dense={days.length > DENSE || undefined}
        role="img"
        aria-label={t('chart', { count: days.length, measure: name, most: atMost })}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
      >
        {days.map(({ day, value }, index) => (
          <span
            key={day}
            data-none={value === 0 || undefined}
            data-at={index === at || undefined}
            style={{ blockSize: `${(value / most) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className={css.axis}>
        <span>{first && format.day(noonOf(first))}</span>
        {pointed ? (
          <span className={css.pointed}>
            {t('dayIs', { day: format.day(noonOf(pointed.day)), measure: name, value: said(pointed.value) })}
          </span>
        ) : (
          <span>{atMost}</span>
        )}
        <span>{last && format.day(noonOf(last))}</span>
      </figcaption>
    </figure>
  )
}

function DaysTable({ title, table: { columns, rows } }: Pick<DayBarsProps, 'title' | 'table'>) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const { shown, button } = useFirstRows(rows, FEW)
  return (
    <>
      <Table
        label={title}
        columns={[{ id: 'day', name: t('day') }, ...columns.map((column) => ({ ...column, end: true }))]}
      >
        {shown.map(({ day, cells }) => (
          <tr key={day}>
            <td>{format.day(noonOf(day))}</td>
            {cells.map((cell, index) => (
              <td key={columns[index]?.id} data-end>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {button}
    </>
  )
}

/** A time that falls on this day in every time zone. */
const noonOf = (day: string): string => `${day}T12:00:00Z`
