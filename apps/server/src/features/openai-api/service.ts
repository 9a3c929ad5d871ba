// The calls of /v1. http/v1 has already checked the bearer token, can_use_chat and the licence; the models are the same for
// every user.
import { randomUUID } from 'node:crypto'
import type { Person } from '../../access/index.ts'
import type { V1Calls } from '../../http/v1.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { DirectEvent, DirectQuestion } from '../answers/index.ts'
import type { TagRow } from '../models/index.ts'
import { readChat } from './chat-request.ts'
import type { Identity } from './chunks.ts'
import { embeddingsText, readEmbeddings, type EmbeddingsOrder } from './embeddings.ts'
import { remembered } from './known.ts'
import type { Order } from './order.ts'
import { readResponse } from './response-request.ts'
import { streamedResponse } from './response-streamed.ts'
import { wholeResponse } from './response-whole.ts'
import { canBeName, noSuchModel, requireAbilities, requireServed } from './rules.ts'
import { findTag, servedTags } from './store.ts'
import { streamed } from './streamed.ts'
import { vectorsOf, type VectorsDeps } from './vectors.ts'
import { whole } from './whole.ts'

export interface OpenAiApiDeps extends VectorsDeps {
  readonly db: Pick<Database, 'pool'>
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly clock: Clock
  /** Asks without storing anything; see answers. */
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
  /** Maximum bytes of one image; -1 for no limit besides that of the request. */
  readonly maxPictureBytes: number
  /** False for a model that cannot stream. */
  readonly streamsOf: (modelName: string) => boolean
}

/** Language of the product's own sentences in an answer (Guide's): that of the API. */
const LANGUAGE = 'en'

export function openAiApiService(deps: OpenAiApiDeps): V1Calls {
  const { pool } = deps.db
  const known = remembered((name) => findTag(pool, name), deps.bus)
  const find = (name: string) => (canBeName(name) ? known(name) : Promise.resolve(undefined))
  const now = () => secondsOf(deps.clock.now())
  /** Returns the answer to a request of either API; nothing happens before its first event is read. */
  const asked = async (viewer: Person, order: Order, prefix: string, signal: AbortSignal) => {
    const tag = requireServed(await find(order.model), order.model, 'chat')
    requireAbilities(order, tag, deps.engineOf(tag.providerId).can)
    const identity: Identity = {
      id: `${prefix}${randomUUID().replaceAll('-', '')}`,
      created: now(),
      model: tag.fullName,
    }
    const streams = deps.streamsOf(tag.modelName)
    return { answer: deps.answer(questionOf(viewer, { ...tag, streams }, order, signal)), identity }
  }
  /** A function of its own, so that the request body is not retained until the engine is done. */
  const embed = async (viewer: Person, order: EmbeddingsOrder, signal: AbortSignal): Promise<string> => {
    const tag = requireServed(await find(order.model), order.model, 'embeddings')
    const vectors = await vectorsOf(deps, viewer, tag, order.texts, signal)
    return embeddingsText(order, tag.fullName, vectors)
  }
  return {
    async models() {
      const tags = await servedTags(pool)
      return JSON.stringify({ object: 'list', data: tags.map(wireModel) })
    },
    async model(_viewer, id) {
      const tag = await find(id)
      if (tag?.state !== 1 || !tag.deployed || !tag.present) throw noSuchModel(id)
      return JSON.stringify(wireModel(tag))
    },
    async complete(viewer, body, signal) {
      const order = readChat(body, deps.maxPictureBytes)
      const { answer, identity } = await asked(viewer, order, 'chatcmpl-', signal)
      return order.stream ? streamed(answer, identity, order) : whole(answer, identity, order)
    },
    async respond(viewer, body, signal) {
      const order = readResponse(body, deps.maxPictureBytes)
      const { answer, identity } = await asked(viewer, order, 'resp_', signal)
      const frame = { ...identity, echo: order.echo, parallel: order.parallel, now }
      return order.stream ? streamedResponse(answer, frame) : wholeResponse(answer, frame)
    },
    async embed(viewer, body, signal) {
      return embed(viewer, readEmbeddings(body), signal)
    },
  }
}

function questionOf(
  viewer: Person,
  tag: TagRow & { streams: boolean },
  order: Order,
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

function wireModel({ fullName, created, providerName }: TagRow) {
  return {
    id: fullName,
    object: 'model',
    created: secondsOf(created),
    owned_by: providerName,
  }
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}
