import type { Check, GoldenAnswer, Outcome } from '@polylogue/contract'
import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/markdown/index.ts'
import { Status } from '#ui/table.tsx'
import { useCheckWords, useOutcomeWords } from '../editor/use-check-words.ts'
import { useRunError } from '../run/run-state.tsx'
import css from './results.module.css'

interface AnswerColumnProps {
  /** Name of the model and its tag. */
  name: string
  /** Title of the prompt. */
  title: string
  checks: readonly Check[]
  answer: GoldenAnswer | undefined
}

const ENDED = ['done', 'failed', 'cancelled']

/** An answer of a run: its text, checks and figures. */
export function AnswerColumn({ name, title, checks, answer }: AnswerColumnProps) {
  const { t } = useTranslation('goldensets')
  const state = answer?.state ?? 'waiting'
  return (
    <article className={css.column} aria-label={t('results.answerOf', { name, title })}>
      <div className={css.columnHead}>
        <b className="cut" title={name}>
          {name}
        </b>
        {state !== 'done' && (
          <Status kind={state === 'failed' ? 'bad' : ENDED.includes(state) ? 'off' : 'warn'}>
            {t(`results.states.${state}`)}
          </Status>
        )}
      </div>
      {answer && <Text answer={answer} />}
      {answer && answer.outcomes.length > 0 && (
        <ul className={css.outcomes} aria-label={t('checks.title')}>
          {answer.outcomes.map((outcome, at) => {
            const check = checks[at]
            return check && <OutcomeRow key={at} check={check} outcome={outcome} />
          })}
        </ul>
      )}
      {answer && <Figures answer={answer} />}
    </article>
  )
}

function Text({ answer }: { answer: GoldenAnswer }) {
  const errorOf = useRunError()
  const { responseText, errorCode, errorMessage, sources } = answer
  const failure = errorCode === null ? '' : errorOf(errorCode) || (errorMessage ?? '')
  const citations = useCitations(answer)
  return (
    <>
      {responseText !== '' && (
        <div data-answer className={css.text} dir="auto">
          <Markdown text={responseText} citations={citations.numbered} />
        </div>
      )}
      {sources.length > 0 && <Sources answer={answer} opened={citations.opened} />}
      {failure && (
        <p className={css.failure}>
          <Icon name="alert-circle" />
          {failure}
        </p>
      )}
    </>
  )
}

/** The numbers that the text can cite; a click marks the source. */
function useCitations({ sources }: GoldenAnswer) {
  const [opened, open] = useState<number>()
  const citations = sources.length > 0 ? { numbers: sources.map(({ id }) => id), open } : undefined
  return { opened, numbered: citations }
}

function Sources({ answer: { sources }, opened }: { answer: GoldenAnswer; opened: number | undefined }) {
  const { t } = useTranslation('goldensets')
  return (
    <ol className={css.sources} aria-label={t('results.sources')}>
      {sources.map(({ id, title, place, quote }) => (
        <li key={id} aria-current={id === opened || undefined}>
          <span className="num">{id}</span> {[title, place].filter(Boolean).join(', ')}
          {id === opened && <blockquote dir="auto">{quote}</blockquote>}
        </li>
      ))}
    </ol>
  )
}

const verdictOf = ({ passed }: Outcome) => (passed === null ? 'unclear' : passed ? 'passed' : 'failed')
const ICONS = { passed: 'check', failed: 'x', unclear: 'help-circle' } as const

function OutcomeRow({ check, outcome }: { check: Check; outcome: Outcome }) {
  const checkWords = useCheckWords()
  const words = useOutcomeWords()
  const verdict = verdictOf(outcome)
  const reason = words.reason(outcome)
  return (
    <li data-verdict={verdict}>
      <Icon name={ICONS[verdict]} size={14} />
      <span>
        <span className={css.verdict}>{words.verdict(outcome)}</span> {checkWords(check)}
        {reason && <span className={css.reason}>{reason}</span>}
      </span>
    </li>
  )
}

function Figures({ answer }: { answer: GoldenAnswer }) {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const { numTokResponse, tokenPerSeconds, overallResponseTime } = answer
  const figures = [
    numTokResponse !== null &&
      t('results.tokens', { count: numTokResponse, number: format.number(numTokResponse) }),
    tokenPerSeconds !== null && t('results.speed', { number: format.number(tokenPerSeconds, 1) }),
    overallResponseTime !== null &&
      t('results.seconds', { number: format.number(overallResponseTime / 1_000, 1) }),
  ].filter((figure) => figure !== false)
  return figures.length > 0 && <p className={`${css.figures} num`}>{figures.join(' · ')}</p>
}
