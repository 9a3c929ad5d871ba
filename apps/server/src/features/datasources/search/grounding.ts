// What a question with a data source gets when there are no passages, or when only passages may answer. Pure.
import { decidedLanguage } from '@polylogue/retrieval'
import type { PromptPart, Question } from '#features/answers/index.ts'
import { NO_TEXT } from '#platform/documents/index.ts'
import { SENTENCES, type Sentences } from './grounding-texts.ts'

type QuestionText = Pick<Question, 'prompt' | 'language' | 'attachments' | 'continueFrom'>

/** Why a question has no passages of a data source that its asker may read. */
type Lack = 'nothing' | 'noRoom' | 'confidential'

interface Source {
  readonly id: number
  readonly name: string
  readonly answersOnly: boolean
}

const CODES: Readonly<Record<Lack, string>> = {
  nothing: 'DATASOURCE_EMPTY',
  noRoom: 'DATASOURCE_NO_ROOM',
  confidential: 'DATASOURCE_CONFIDENTIAL',
}

/** Tells the model that the answer may come only from its passages, in the language of the question. */
export const onlyFromPassages = (asked: QuestionText): string => sentencesFor(asked).only

/**
 * Returns the part of a question without passages: the model is told to say so first. Where only documents may answer, the
 * reply says so and no model is asked, unless the question has files with text of its own (decision 99).
 */
export function withoutPassages(asked: QuestionText, lack: Lack, source: Source): PromptPart {
  const { id, name, answersOnly } = source
  const params = { name, ...(lack === 'nothing' && { datasourceId: id }) }
  const empty = { type: 'notice', code: CODES[lack], params } as const
  const reply = answersOnly ? replyTo(asked, lack, name) : undefined
  if (reply === undefined)
    return {
      passages: [],
      events: [empty],
      ...told(asked, lack === 'confidential' ? 'unavailable' : lack, answersOnly),
    }
  return {
    passages: [],
    reply,
    events: [empty, { type: 'notice', code: 'DATASOURCE_ONLY', params: { name } }],
  }
}

/** Returns the notice that names the main words which no document has; none without such words (decision 105). */
export function missingNotice(words: readonly string[], { id, name }: Pick<Source, 'id' | 'name'>) {
  const params = { name, datasourceId: id, words: words.join(', '), count: words.length }
  return words.length === 0 ? [] : [{ type: 'notice', code: 'DATASOURCE_WORDS', params } as const]
}

/** Tells the model which main words of the question no document has, in the language of the question. */
export const onlyOtherWords = (asked: QuestionText, words: readonly string[]): string =>
  sentencesFor(asked).missing(words)

/** Returns the part of a question whose data source is gone, or not readable by its asker: its settings do not apply. */
export const withoutSource = (
  asked: QuestionText,
  code: 'DATASOURCE_GONE' | 'DATASOURCE_DENIED',
): PromptPart => ({
  passages: [],
  events: [{ type: 'notice', code, params: {} }],
  ...told(asked, 'unavailable', false),
})

/** A continued answer has begun already. */
function told(
  asked: QuestionText,
  lack: keyof Sentences['lacks'],
  answersOnly: boolean,
): { system?: string } {
  const { lacks, thenFree, thenFiles } = sentencesFor(asked)
  if (asked.continueFrom !== undefined && !answersOnly) return {}
  return { system: `${lacks[lack]} ${answersOnly ? thenFiles : thenFree}` }
}

function replyTo(asked: QuestionText, lack: Lack, name: string): string | undefined {
  if (asked.attachments.some(hasText)) return undefined
  // The reply is shown as Markdown, the name as it is.
  const literal = name.replace(/[\\`*_{}[\]<>#!|~]/g, String.raw`\$&`)
  const reply = sentencesFor(asked).replies[lack](literal)
  return asked.continueFrom === undefined ? reply : `\n\n${reply}`
}

/** Whether a file has text to answer from: not a picture, a scan or an empty file. */
const hasText = ({ text = '' }: QuestionText['attachments'][number]): boolean =>
  text.trim() !== '' && text !== NO_TEXT

/** The language of the question, or that of the user when it is not clear. */
function sentencesFor({ prompt, language }: QuestionText): Sentences {
  const user = (['en', 'de', 'bg'] as const).find((one) => language.startsWith(one))
  return SENTENCES[decidedLanguage(prompt) ?? user ?? 'en']
}
