import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useToday } from '#lib/today.ts'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/table.tsx'
import { everyDay, noonOf, type UsageDay } from './days.ts'
import css from './usage.module.css'

interface UsageDaysProps {
  counted: readonly UsageDay[]
  days: number
}

/** Bar chart of the days; the same data as a table, also for screen readers. */
export function UsageDays({ counted, days }: UsageDaysProps) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const today = useToday()
  const [asTable, setAsTable] = useState(false)
  const all = everyDay(days, counted, today)
  const most = Math.max(1, ...all.map(({ prompts }) => prompts))
  const first = all[0]?.day
  const last = all.at(-1)?.day
  return (
    <div>
      <div className={css.part}>
        <h3>{t('byDay')}</h3>
        <Button size="small" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('asBars') : t('asTable')}
        </Button>
      </div>
      {asTable ? (
        <DaysTable days={counted} />
      ) : (
        <figure className={css.chart}>
          <div
            className={css.bars}
            role="img"
            aria-label={t('chart', { count: days, most: format.number(most) })}
          >
            {all.map(({ day, prompts }) => (
              <span
                key={day}
                title={t('dayIs', {
                  day: format.day(noonOf(day)),
                  count: prompts,
                  prompts: format.number(prompts),
                })}
                data-none={prompts === 0 || undefined}
                style={{ blockSize: `${(prompts / most) * 100}%` }}
              />
            ))}
          </div>
          <figcaption className={css.axis}>
            <span>{first && format.day(noonOf(first))}</span>
            <span>{last && format.day(noonOf(last))}</span>
          </figcaption>
        </figure>
      )}
    </div>
  )
}

function DaysTable({ days }: { days: readonly UsageDay[] }) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const columns = [
    { id: 'day', name: t('day') },
    { id: 'prompts', name: t('prompts'), end: true },
    { id: 'in', name: t('tokensIn'), end: true },
    { id: 'out', name: t('tokensOut'), end: true },
  ]
  return (
    <Table label={t('byDay')} columns={columns}>
      {days.toReversed().map(({ day, prompts, tokensPrompt, tokensResponse }) => (
        <tr key={day}>
          <td>{format.day(noonOf(day))}</td>
          <td data-end>{format.number(prompts)}</td>
          <td data-end>{format.number(tokensPrompt)}</td>
          <td data-end>{format.number(tokensResponse)}</td>
        </tr>
      ))}
    </Table>
  )
}
