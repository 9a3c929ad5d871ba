import { createHash } from 'node:crypto'
import { DATASOURCE_LIMITS } from '@polylogue/contract'
import { LEVEL, viewerKey } from '#access/index.ts'
import { used } from '#access/items/index.ts'
import type { Queries, Runner } from '#platform/db/index.ts'
import { estimateTokens } from '@polylogue/retrieval/tokens'
import { pack, withHead, type PackedPassage } from '@polylogue/retrieval'
import type { CitedPassage, ContextSource, PromptPart, Question, TurnModel } from '#features/answers/index.ts'
import { isWithheld, requireMaySendNow, type Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import { datasourceItem } from '../item.ts'
import { beingReadOf, forQuestion, type DatasourceForQuestion, type BeingRead } from '../store.ts'
import { citedInAll, type CitedPlace, type CitedPages } from './cited.ts'
import type { FoundPassages } from './found.ts'
import {
  missingNotice,
  onlyFromPassages,
  onlyOtherWords,
  withoutPassages,
  withoutSource,
} from './grounding.ts'
import { passageTokens } from './passage-tokens.ts'
import type { Searching } from './service.ts'
import * as store from './store.ts'
import { translatedQuestion } from './translation.ts'

/** Guide quotes whole passages: more or longer ones would make the answer too long to read. */
const QUOTED = { amount: 3, tokens: 1_200 }
const RECOGNIZED: Readonly<Record<string, string>> = {
  en: 'read by text recognition',
  de: 'durch Texterkennung gelesen',
  bg: 'прочетено чрез разпознаване на текст',
}
const PAGE: Readonly<Record<string, string>> = { en: 'p.', de: 'S.', bg: 'стр.' }
const PAGES: Readonly<Record<string, string>> = { ...PAGE, en: 'pp.' }

export interface SourceDeps {
  readonly db: { readonly orm: Queries; readonly pool: Runner }
  readonly confidentiality: Pick<Confidentiality, 'isLocalOnly' | 'ofMessage'>
  readonly seeing: { readonly models: Pick<ModelsService, 'tagForPrompt'> }
}

export interface Misses {
  count(datasourceId: number): Promise<void>
}

/**
 * The context source of a chat's data source. Access is checked at each question, so a revoked share counts at once. Notices and
 * statistics say which data source was searched, and why no passage is used (decisions 72 and 99).
 */
export function datasourcesSource(deps: SourceDeps, searching: Searching, misses: Misses): ContextSource {
  const { db, confidentiality } = deps
  return {
    name: 'data source',
    async gather(question, budget) {
      const { viewer, choices, model } = question
      if (choices.datasourceId === 0) return {}
      const found = await forQuestion(db.orm, viewer, choices.datasourceId)
      if (!found) return left('datasourceGone', withoutSource(question, 'DATASOURCE_GONE'))
      if (used(datasourceItem, viewer, found).level < LEVEL.read)
        return left('datasourceDenied', withoutSource(question, 'DATASOURCE_DENIED'))
      const isConfidential = confidentiality.isLocalOnly(found.label)
      if (isWithheld({ isConfidential }, model))
        return left('datasourceConfidential', withoutPassages(question, 'confidential', found))
      const [result, beingRead] = await Promise.all([
        searchFor(deps, searching, question, found.id),
        beingReadOf(db.pool, found.id),
      ])
      const { hits, missing } = result
      const system = systemOf(question, found, missing)
      const room = roomOf(choices.amountOfChunks, budget - estimateTokens(system), model)
      const { passages } = pack(model.engine.kind === 'guide' ? quotable(hits) : hits, room)
      const words = hits.length > 0 ? missingNotice(missing, found) : []
      const statistics = {
        ...statisticsOf(result, passages.length),
        // Explanations repeat the same search with these values.
        datasourceId: found.id,
        datasourceAmount: room.amount,
        datasourceRoom: Math.max(0, Math.floor(room.budget)),
      }
      const part = { used: { datasourceIds: [found.id], isConfidential }, statistics }
      // What is still read may have it.
      if (isMiss(result) && beingRead.documents === 0) await misses.count(found.id)
      const notices = [...words, ...readingNotice(beingRead)]
      if (passages.length > 0)
        return { ...part, system, passages: citedOf(passages, hits, question.language), events: notices }
      const lack = lackOf(question, found, result)
      return { ...part, ...lack, events: [...(lack.events ?? []), ...notices] }
    },
  }
}

async function searchFor(
  { db, confidentiality, seeing: { models } }: SourceDeps,
  searching: Searching,
  question: Question,
  datasourceId: number,
): Promise<FoundPassages> {
  const { viewer, prompt, model } = question
  const { tabId, replacesId, repeatsId } = question
  const from = { tabId, replacesId, repeatsId }
  const earlier = question.earlier
    ? newestOf(question.earlier)
    : await store.questionBefore(db.pool, confidentiality, from)
  const mayAsk = () =>
    requireMaySendNow(
      () => store.isQuestionConfidential(db.pool, confidentiality, from),
      () => models.tagForPrompt(model.tagId),
    )
  const q = prompt.slice(-DATASOURCE_LIMITS.question)
  return searching.find([datasourceId], {
    asker: viewerKey(viewer),
    q,
    before: earlier.question,
    isConfidential: question.isConfidential || earlier.isConfidential,
    isConfidentialNow: async () =>
      question.earlier
        ? earlier.isConfidential
        : await store.isAnyConfidential(db.pool, confidentiality, from),
    translate: (to) => translatedQuestion(q, to, { ...model, mayAsk }),
  })
}

/** Returns the question before, as the store returns that of a tab. */
const newestOf = (earlier: NonNullable<Question['earlier']>) => ({
  question: earlier.at(-1)?.question.slice(-DATASOURCE_LIMITS.question),
  isConfidential: earlier.some(({ isConfidential }) => isConfidential),
})

/** Returns what the model is told about the passages. A continued answer has begun already. */
function systemOf(
  question: Question,
  { answersOnly }: { answersOnly: boolean },
  missing: readonly string[],
): string {
  const isTold = missing.length > 0 && question.continueFrom === undefined
  const only = answersOnly ? [onlyFromPassages(question)] : []
  return [...only, ...(isTold ? [onlyOtherWords(question, missing)] : [])].join(' ')
}

/** Guide cannot say that a passage may be about something else. */
const quotable = (hits: FoundPassages['hits']) => hits.filter(({ lacksWords }) => !lacksWords)

const isMiss = ({ hits }: FoundPassages): boolean => hits.every(({ why }) => why.weak)

/** Returns the part of a question without passages: nothing was found, or it did not fit. */
function lackOf(question: Question, found: DatasourceForQuestion, result: FoundPassages): PromptPart {
  if (!isMiss(result)) return withoutPassages(question, 'noRoom', found)
  return inOtherLanguage(result, withoutPassages(question, 'nothing', found))
}

/** Says how many documents cannot be found yet. */
const readingNotice = ({ documents, all }: BeingRead) =>
  documents === 0
    ? []
    : [{ type: 'notice', code: 'DATASOURCE_READING', params: { count: documents, all } } as const]

const left = (statistic: string, part: PromptPart): PromptPart => ({
  ...part,
  statistics: { [statistic]: 1 },
})

/** Adds that the documents are in another language, when that may be why nothing was found. */
function inOtherLanguage({ isForeign, translation }: FoundPassages, part: PromptPart): PromptPart {
  if (!isForeign || translation !== null) return part
  const notice = { type: 'notice', code: 'DATASOURCE_LANGUAGE', params: {} } as const
  return { ...part, events: [...(part.events ?? []), notice] }
}

/** Returns the number of passages, and their tokens, that fit into the prompt. */
function roomOf(amount: number, budget: number, { engine }: Pick<TurnModel, 'engine'>) {
  const quotes = engine.kind === 'guide'
  return {
    amount: quotes ? Math.min(amount, QUOTED.amount) : amount,
    budget: quotes ? Math.min(budget, QUOTED.tokens) : budget,
    count: passageTokens,
  }
}

const statisticsOf = ({ searched, vectors, together, translation }: FoundPassages, used: number) => ({
  datasourceSearched: searched.chunks,
  datasourceUsed: used,
  ...(vectors === 'unavailable' ? { datasourceByWords: 1 } : {}),
  ...(together ? { datasourceTogether: 1 } : {}),
  ...(translation === null ? {} : { datasourceTranslated: translation }),
})

function citedOf(
  packed: readonly PackedPassage[],
  hits: FoundPassages['hits'],
  language: string,
): CitedPassage[] {
  const byChunk = new Map(hits.map((hit) => [hit.chunkId, hit]))
  return packed.flatMap((passage): CitedPassage[] => {
    const own = passage.chunkIds.flatMap((id) => byChunk.get(id) ?? [])
    return own[0] ? [toPassage(own[0], passage, citedInAll(passage, own), language)] : []
  })
}

const pagesIn = (language: string, first: number, last: number): string =>
  first === last
    ? `${PAGE[language] ?? PAGE['en']} ${first}`
    : `${PAGES[language] ?? PAGES['en']} ${first}–${last}`

/** The address opens the document at the sentence; `sum` shows whether the text of the passage is still the same. */
function toPassage(
  { datasourceId, mediaId, title }: store.ChunkRow,
  { from, to, text, head }: PackedPassage,
  { sentence, page, heading, recognized, firstPage, lastPage }: CitedPlace & CitedPages,
  language: string,
): CitedPassage {
  const place = [
    heading,
    firstPage === null ? '' : pagesIn(language, firstPage, lastPage ?? firstPage),
    recognized ? (RECOGNIZED[language] ?? RECOGNIZED['en']) : '',
  ]
    .filter(Boolean)
    .join(' · ')
  const whole = withHead(head, text)
  const before = whole.length - text.length
  const query = new URLSearchParams({ from: `${from}`, to: `${to}`, sum: sumOf(text) })
  if (page !== null) query.set('page', `${page}`)
  if (sentence) query.set('at', `${from + sentence.from}-${from + sentence.to}`)
  return {
    title,
    uri: `/datasources/${datasourceId}/media/${mediaId}?${query.toString()}`,
    ...(place ? { place } : {}),
    ...(sentence ? { sentence: { from: before + sentence.from, to: before + sentence.to } } : {}),
    quote: whole,
  }
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
