import type { Check, GoldenResult, GoldenRun } from '@polylogue/contract'
import { Markdown, PaperContext } from '#ui/markdown/index.ts'
import type { OutcomeWords } from '../editor/use-check-words.ts'
import type { Figure } from './use-figures.ts'

export interface PaperWords extends OutcomeWords {
  title: string
  when: string
  /** The figures of each model, by its name. */
  models: readonly { name: string; modelTagId: number; score: string; figures: readonly Figure[] }[]
  check: (check: Check) => string
  error: (errorCode: string | null) => string
  state: (state: GoldenResult['answers'][number]['state']) => string
}

interface PaperProps {
  run: GoldenRun
  results: readonly GoldenResult[]
  words: PaperWords
}

/** Renders a run for export; its styles are those of an exported chat (ui/paper.css). */
export function RunPaper({ results, words }: PaperProps) {
  return (
    <PaperContext value={true}>
      <main className="pl-paper">
        <header>
          <h1>{words.title}</h1>
          <p>{words.when}</p>
        </header>
        <ul>
          {words.models.map(({ modelTagId, name, score, figures }) => (
            <li key={modelTagId}>
              <strong>{`${name}: ${score}`}</strong>
              <br />
              {figures.map((figure) => `${figure.name} ${figure.value}`).join(' · ')}
            </li>
          ))}
        </ul>
        {results.map((result) => (
          <section key={result.position}>
            <h2>{`${result.position + 1}. ${result.title}`}</h2>
            <div className="pl-paper-question" dir="auto">
              {result.prompt}
            </div>
            {words.models.map(({ modelTagId, name }) => (
              <PaperAnswer
                key={modelTagId}
                name={name}
                modelTagId={modelTagId}
                result={result}
                words={words}
              />
            ))}
          </section>
        ))}
      </main>
    </PaperContext>
  )
}

interface PaperAnswerProps {
  name: string
  modelTagId: number
  result: GoldenResult
  words: PaperWords
}

function PaperAnswer({ name, modelTagId, result, words }: PaperAnswerProps) {
  const answer = result.answers.find((one) => one.modelTagId === modelTagId)
  return (
    <>
      <h2>{name}</h2>
      {answer && answer.responseText !== '' ? (
        <Markdown text={answer.responseText} />
      ) : (
        <p>{words.error(answer?.errorCode ?? null) || words.state(answer?.state ?? 'waiting')}</p>
      )}
      {answer && answer.outcomes.length > 0 && (
        <ul>
          {answer.outcomes.map((outcome, at) => {
            const check = result.checks[at]
            return (
              check && (
                <li key={at}>
                  {`${words.verdict(outcome)}: ${words.check(check)} ${words.reason(outcome)}`.trim()}
                </li>
              )
            )
          })}
        </ul>
      )}
    </>
  )
}
