import type { GoldenResult, GoldenRun, Scorecard } from '@polylogue/contract'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { DiffView } from '#ui/diff-view.tsx'
import { AnswerColumn } from './answer-column.tsx'
import { textsOf, type Compared } from './differ.ts'
import css from './results.module.css'

interface ResultProps {
  run: GoldenRun
  result: GoldenResult
  /** The two tags whose differences are shown. */
  compared: Compared | undefined
}

export const nameOf = ({ modelName, modelTagName }: Scorecard): string => `${modelName} ${modelTagName}`

/** A prompt of a run with the answers of all models side by side. */
export function Result({ run, result, compared }: ResultProps) {
  const { t } = useTranslation('goldensets')
  const [whole, setWhole] = useState(false)
  const columns = useRef<HTMLDivElement>(null)
  const isLong = useIsLong(columns, whole)
  const { position, title, prompt, answers } = result
  return (
    <li className={css.result}>
      <h3 dir="auto">
        <span className="num">{position + 1}</span> {title}
      </h3>
      <div className={css.prompt}>
        <ClampedText name={title}>{prompt}</ClampedText>
      </div>
      {compared && <Difference run={run} result={result} compared={compared} />}
      <div
        ref={columns}
        className={css.columns}
        data-whole={whole || undefined}
        style={{ '--columns': run.scorecards.length } as CSSProperties}
      >
        {run.scorecards.map((card) => (
          <AnswerColumn
            key={card.modelTagId}
            name={nameOf(card)}
            title={title}
            checks={result.checks}
            answer={answers.find(({ modelTagId }) => modelTagId === card.modelTagId)}
          />
        ))}
      </div>
      {(isLong || whole) && (
        <Button
          size="small"
          kind="quiet"
          aria-expanded={whole}
          aria-label={t(whole ? 'results.lessOf' : 'results.moreOf', { title })}
          onClick={() => setWhole(!whole)}
        >
          {t(whole ? 'results.less' : 'results.more')}
        </Button>
      )}
    </li>
  )
}

function Difference({ run, result, compared }: ResultProps & { compared: Compared }) {
  const { t } = useTranslation('goldensets')
  const texts = textsOf(result, compared)
  const [from, to] = compared.map((id) => {
    const card = run.scorecards.find(({ modelTagId }) => modelTagId === id)
    return card ? nameOf(card) : ''
  })
  if (!texts) return null
  const label = t('results.differenceOf', { from, to })
  return (
    <div className={css.difference}>
      <span className={css.small} aria-hidden="true">
        {label}
      </span>
      <DiffView label={label} before={texts[0]} after={texts[1]} same={t('results.same')} />
    </div>
  )
}

/** Whether an answer is taller than its column shows. */
function useIsLong(columns: { current: HTMLDivElement | null }, whole: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const box = columns.current
    if (!box || whole) return undefined
    const texts = () => [...box.querySelectorAll<HTMLElement>('[data-answer]')]
    const look = () => setLong(texts().some((text) => text.scrollHeight > text.clientHeight + 1))
    const sizes = new ResizeObserver(look)
    for (const text of texts()) {
      sizes.observe(text)
      if (text.firstElementChild) sizes.observe(text.firstElementChild)
    }
    return () => sizes.disconnect()
  })
  return isLong
}
