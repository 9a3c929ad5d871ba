import type { Message } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { TickAll, TickList } from '#ui/tick-list.tsx'

interface TicksProps {
  prompts: readonly Message[]
  ticked: ReadonlySet<number>
  /** Prompts that the model does not get, because they are confidential. */
  withheld: ReadonlySet<number>
  /** The heading above the list is hidden where the choice of lists names it. */
  legendHidden: boolean
  onChange: (ticked: ReadonlySet<number>) => void
}

/** Lists the prompts in order with checkboxes; the one in the head selects all. */
export function Ticks({ prompts, ticked, withheld, legendHidden, onChange }: TicksProps) {
  const { t } = useTranslation('replay')
  const format = useFormat()
  const toggle = (id: number, wanted: boolean) => {
    const next = new Set(ticked)
    if (wanted) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  const some = ticked.size === 0 ? 'none' : 'some'
  const free = prompts.filter(({ id }) => !withheld.has(id))
  return (
    <TickList
      legend={t('prompts')}
      legendHidden={legendHidden}
      rows={prompts.map(({ id, queryText, created }) => ({
        id,
        text: queryText,
        disabled: withheld.has(id),
        note: withheld.has(id) ? (
          t('isConfidential')
        ) : (
          <time dateTime={created}>{format.moment(created)}</time>
        ),
      }))}
      ticked={ticked}
      onToggle={toggle}
    >
      <TickAll
        label={t('all')}
        text={t('ticked', { ticked: ticked.size, count: prompts.length })}
        state={ticked.size === free.length && free.length > 0 ? 'all' : some}
        onChange={(all) => onChange(new Set(all ? free.map(({ id }) => id) : []))}
      />
    </TickList>
  )
}
