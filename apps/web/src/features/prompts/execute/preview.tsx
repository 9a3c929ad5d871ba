import { useMemo } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { segmentsOf } from '../segments.ts'
import css from './execute.module.css'
import { labelOf } from './fill.ts'
import type { Fill } from './use-fill.ts'

/** Shows the text as it will be asked, and which placeholders are still open. */
export function Preview({ prompt, fill }: { prompt: string; fill: Fill }) {
  const { t } = useTranslation('prompts')
  const { all, known, unresolved, sentence } = fill
  const segments = useMemo(() => segmentsOf(prompt, all), [prompt, all])
  const open = new Set(unresolved.map(({ name }) => name))
  return (
    <FieldGroup label={t('preview')}>
      <div {...scrollBox(t('preview'), 'region')} className={css.preview} dir="auto">
        {segments.map(({ name, text }, at) => {
          if (name === undefined) return text
          if (open.has(name))
            return (
              <span key={at} className={css.open}>
                {text}
              </span>
            )
          const value = known.get(name)
          return value === undefined ? (
            <code key={at} className={css.known}>
              {text}
            </code>
          ) : (
            <b key={at}>{value}</b>
          )
        })}
        {sentence && <p className={css.sentence}>{sentence}</p>}
      </div>
      {unresolved.length > 0 && (
        <Problem>
          {t('unresolved', { names: unresolved.map(({ name }) => labelOf(name)).join(', ') })}
        </Problem>
      )}
    </FieldGroup>
  )
}
