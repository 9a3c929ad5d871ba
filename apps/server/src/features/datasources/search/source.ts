import { createHash } from 'node:crypto'
import { DATASOURCE_LIMITS, RETRIEVED_CHUNKS } from '@polylogue/contract'
import { LEVEL } from '../../../access/index.ts'
import { used } from '../../../access/items/index.ts'
import type { Queries, Runner } from '../../../platform/db/index.ts'
import type { ContextSource } from '../../answers/index.ts'
import { isWithheld, type Confidentiality } from '../../confidentiality/index.ts'
import { datasourceItem } from '../item.ts'
import { pack } from '../retrieval/index.ts'
import { forQuestion } from '../store.ts'
import type { Found } from './found.ts'
import { passageTokens, toPackable } from './packable.ts'
import type { Searching } from './service.ts'
import * as store from './store.ts'
import { translatedQuestion } from './translation.ts'

type Part = Awaited<ReturnType<ContextSource['gather']>>
type Passage = NonNullable<Part['passages']>[number]
type Model = Parameters<ContextSource['gather']>[0]['model']

/** Guide quotes whole passages: more or longer ones would make the answer too long to read. */
const QUOTED = { amount: 3, tokens: 1_200 }
const PAGE: Readonly<Record<string, string>> = { en: 'p.', de: 'S.', bg: 'стр.' }

/**
 * The context source of a chat's data source. Access is checked at each question, so a revoked share counts at once. Notices and
 * statistics say which data source was searched, and why no passage is used (decision 72).
 */
export function datasourcesSource(
  db: { readonly orm: Queries; readonly pool: Runner },
  searching: Searching,
  confidentiality: Pick<Confidentiality, 'isLocalOnly' | 'ofMessage'>,
  misses: { count(datasourceId: number): Promise<void> },
): ContextSource {
  return {
    name: 'data source',
    async gather({ viewer, choices, prompt, tabId, replacesId, model, language, ...asked }, budget) {
      if (choices.datasourceId === 0) return {}
      const found = await forQuestion(db.orm, viewer, choices.datasourceId)
      if (!found) return left('DATASOURCE_GONE', 'datasourceGone')
      if (used(datasourceItem, viewer, found).level < LEVEL.read)
        return left('DATASOURCE_DENIED', 'datasourceDenied')
      const isConfidential = confidentiality.isLocalOnly(found.label)
      if (isWithheld({ isConfidential }, model))
        return left('DATASOURCE_CONFIDENTIAL', 'datasourceConfidential', { name: found.name })
      const earlier = await store.questionBefore(db.pool, confidentiality, { tabId, replacesId })
      const q = prompt.slice(-DATASOURCE_LIMITS.question)
      const result = await searching.find([found.id], {
        // Visitors take turns as one person.
        userId: 'userId' in viewer ? viewer.userId : 0,
        q,
        before: earlier.question,
        isConfidential: asked.isConfidential || earlier.isConfidential,
        isConfidentialNow: () => store.isAnyConfidential(db.pool, confidentiality, { tabId, replacesId }),
        translate: (to) => translatedQuestion(q, to, model),
      })
      const room = roomOf(choices.amountOfChunks ?? RETRIEVED_CHUNKS.default, budget, model)
      const { hits } = result
      const { passages } = pack(hits.map(toPackable), room)
      const statistics = {
        ...statisticsOf(result, passages.length),
        // Explanations repeat the same search with these values.
        datasourceId: found.id,
        datasourceAmount: room.amount,
        datasourceRoom: Math.max(0, Math.floor(room.budget)),
      }
      const part = { used: { datasourceIds: [found.id], isConfidential }, statistics }
      if (passages.length === 0) {
        // Otherwise the passages did not fit.
        const isMiss = hits.every(({ why }) => why.weak)
        if (isMiss) await misses.count(found.id)
        const params = { name: found.name, ...(isMiss && { datasourceId: found.id }) }
        const isForeign = result.isForeign && result.translation === null
        return { ...part, passages: [], events: emptyEvents(params, isForeign) }
      }
      const chunks = new Map(hits.map(({ chunk }) => [chunk.id, chunk]))
      return {
        ...part,
        passages: passages.flatMap((passage): Passage[] => {
          const chunk = chunks.get(passage.chunkIds[0] ?? 0)
          return chunk ? [toPassage(chunk, passage, language)] : []
        }),
      }
    },
  }
}

function left(code: string, statistic: string, params: Record<string, string> = {}): Part {
  return { passages: [], events: [{ type: 'notice', code, params }], statistics: { [statistic]: 1 } }
}

/** Returns the number of passages, and their tokens, that fit into the prompt. */
function roomOf(amount: number, budget: number, { engine }: Pick<Model, 'engine'>) {
  const quotes = engine.kind === 'guide'
  return {
    amount: quotes ? Math.min(amount, QUOTED.amount) : amount,
    budget: quotes ? Math.min(budget, QUOTED.tokens) : budget,
    count: passageTokens,
  }
}

const statisticsOf = ({ searched, vectors, together, translation }: Found, used: number) => ({
  datasourceSearched: searched.chunks,
  datasourceUsed: used,
  ...(vectors === 'unavailable' ? { datasourceByWords: 1 } : {}),
  ...(together ? { datasourceTogether: 1 } : {}),
  ...(translation === null ? {} : { datasourceTranslated: translation }),
})

function emptyEvents(params: Record<string, string | number>, isForeign: boolean): Part['events'] {
  const empty = { type: 'notice', code: 'DATASOURCE_EMPTY', params } as const
  return isForeign ? [empty, { type: 'notice', code: 'DATASOURCE_LANGUAGE', params: {} }] : [empty]
}

interface Place {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The address opens the document at the passage; `sum` shows whether the text there is still the same. */
function toPassage(chunk: store.ChunkRow, { from, to, text }: Place, language: string): Passage {
  const { datasourceId, mediaId, title, heading, page } = chunk
  const sum = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const place = [heading, page === null ? '' : `${PAGE[language] ?? PAGE['en']} ${page}`]
    .filter(Boolean)
    .join(' · ')
  const uri = `/datasources/${datasourceId}/media/${mediaId}?from=${from}&to=${to}&sum=${sum}`
  return { title, text, source: { uri, ...(place ? { place } : {}) } }
}
