import type { Message } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTranslation } from '../../lib/texts.ts'
import css from './replay.module.css'

interface TicksProps {
  prompts: readonly Message[]
  ticked: ReadonlySet<number>
  onChange: (ticked: ReadonlySet<number>) => void
}

/** Lists the prompts in order with checkboxes; the one in the head selects all. */
export function Ticks({ prompts, ticked, onChange }: TicksProps) {
  const { t } = useTranslation('replay')
  const format = useFormat()
  const toggle = (id: number, wanted: boolean) => {
    const next = new Set(ticked)
    if (wanted) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={css.prompts}>
      <legend>{t('prompts')}</legend>
      <div className={css.ticks}>
        <All prompts={prompts} ticked={ticked} onChange={onChange} />
        {prompts.map(({ id, queryText, created }) => (
          <label key={id} className={css.tick}>
            <input
              type="checkbox"
              checked={ticked.has(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            <span className="cut" dir="auto" title={cutText(queryText, 400)}>
              {queryText}
            </span>
            <time dateTime={created}>{format.moment(created)}</time>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function All({ prompts, ticked, onChange }: TicksProps) {
  const { t } = useTranslation('replay')
  const box = useRef<HTMLInputElement>(null)
  const all = ticked.size === prompts.length
  const some = ticked.size > 0 && !all
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className={css.all}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('all')}
        checked={all}
        onChange={() => onChange(new Set(all ? [] : prompts.map(({ id }) => id)))}
      />
      <span className="num">{t('ticked', { ticked: ticked.size, count: prompts.length })}</span>
    </label>
  )
}
