// What programs can do at /v1. Who may come in at all (a bearer, can_use_chat, the licence) was asked at the door; which models
// there are is the same for everybody.
import { randomUUID } from 'node:crypto'
import type { Viewer } from '../../access/index.ts'
import { EngineError, type Engine } from '../../engines/engine.ts'
import { engineProblem } from '../../engines/problems.ts'
import type { V1Calls } from '../../http/v1.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { DirectEvent, DirectQuestion } from '../generation/index.ts'
import { readChat } from './chat-request.ts'
import { embeddingsText, readEmbeddings } from './embeddings.ts'
import { remembered } from './known.ts'
import { canBeName, noSuchModel, requireAbilities, requireServed, type TagRow } from './rules.ts'
import { findTag, servedTags } from './store.ts'
import { streamed } from './streamed.ts'
import { whole } from './whole.ts'

export interface OpenAiApiGiven {
  readonly db: Pick<Database, 'pool'>
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly clock: Clock
  readonly log: Log
  /** @throws Problem MODEL_UNAVAILABLE */
  readonly engineOf: (providerId: number) => Engine
  /** Asks without keeping anything; see generation. */
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
}

/** Sentences of the product's own in an answer (Guide's) are in the language of its API. */
const LANGUAGE = 'en'

export function openAiApiService(given: OpenAiApiGiven): V1Calls {
  const { pool } = given.db
  const known = remembered((name) => findTag(pool, name), given.bus)
  const find = (name: string) => (canBeName(name) ? known(name) : Promise.resolve(undefined))
  return {
    async models() {
      const tags = await servedTags(pool)
      return JSON.stringify({ object: 'list', data: tags.map(wireModel) })
    },
    async model(_viewer, id) {
      const tag = await find(id)
      if (!tag?.active || !tag.deployed || !tag.present) throw noSuchModel(id)
      return JSON.stringify(wireModel(tag))
    },
    async complete(viewer, body, signal) {
      const order = readChat(body)
      const tag = requireServed(await find(order.model), order.model, 'chat')
      requireAbilities(order, tag, given.engineOf(tag.providerId).can)
      const answer = given.answer(questionOf(viewer, tag, order, signal))
      const identity = {
        id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
        created: Math.floor(given.clock.now().getTime() / 1_000),
        model: tag.fullName,
      }
      return order.stream ? streamed(answer, identity, order) : whole(answer, identity, order)
    },
    async embed(_viewer, body, signal) {
      const order = readEmbeddings(body)
      const tag = requireServed(await find(order.model), order.model, 'embeddings')
      const vectors = await vectorsOf(given, tag, order.texts, signal)
      return embeddingsText(order, tag.fullName, vectors)
    },
  }
}

function questionOf(
  viewer: Viewer,
  tag: TagRow,
  order: ReturnType<typeof readChat>,
  signal: AbortSignal,
): DirectQuestion {
  return {
    viewer,
    door: 'v1',
    tag: { ...tag, images: tag.capabilities.includes('images') },
    messages: order.messages,
    options: order.options,
    language: LANGUAGE,
    tools: order.tools,
    toolChoice: order.toolChoice,
    responseFormat: order.responseFormat,
    penalties: order.penalties,
    signal,
  }
}

async function vectorsOf(
  { engineOf, log }: OpenAiApiGiven,
  tag: TagRow,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const engine = engineOf(tag.providerId)
  const names = { provider: tag.providerName, model: tag.fullName }
  try {
    return await engine.embed(tag.engineName, texts, signal)
  } catch (error) {
    if (signal.aborted || !(error instanceof EngineError)) throw error
    log.warn({ err: error, code: error.code }, 'an engine made no embeddings')
    throw engineProblem(error, names)
  }
}

function wireModel({ fullName, created, providerName }: TagRow) {
  return {
    id: fullName,
    object: 'model',
    created: Math.floor(created.getTime() / 1_000),
    owned_by: providerName,
  }
}
