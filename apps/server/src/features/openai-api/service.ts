// The calls of /v1. http/v1 has already checked the bearer token, can_use_chat and the licence; the models are the same for
// every user.
import { randomUUID } from 'node:crypto'
import type { Person } from '#access/index.ts'
import type { During, V1Calls } from '#http/v1.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { jsonSize } from '#platform/json-size.ts'
import type { DirectEvent, DirectQuestion } from '#features/answers/index.ts'
import type { TagRow } from '#features/models/index.ts'
import { readCompletion } from './chat/request.ts'
import { chatStream } from './chat/stream.ts'
import { chatReply } from './chat/reply.ts'
import { embeddingsReply, readEmbeddings, type EmbeddingsRequest } from './embeddings/format.ts'
import { embedTexts, type EmbeddingsDeps } from './embeddings/call-engine.ts'
import { vectorLengths } from './embeddings/vector-lengths.ts'
import { cachedTags } from './models/tag-cache.ts'
import { canBeName, noSuchModel, requireAbilities, requireServed, requireVectors } from './models/rules.ts'
import { findTag, servedTags } from './models/store.ts'
import { counted, reserveForAnswer } from './replies/whole-reply.ts'
import type { Identity } from './replies/wire.ts'
import type { AnswerRequest } from './requests/index.ts'
import { readResponse } from './responses/request.ts'
import { responseStream } from './responses/stream.ts'
import { responseReply } from './responses/reply.ts'

export interface OpenAiApiDeps extends EmbeddingsDeps {
  readonly db: Pick<Database, 'pool'>
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly clock: Clock
  /** Asks without storing anything; see answers. */
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
  /** Maximum bytes of one image; -1 for no limit besides that of the request. */
  readonly maxPictureBytes: () => number
  /** False for a model that cannot stream. */
  readonly streamsOf: (modelName: string) => boolean
}

/** Language of the product's own sentences in an answer (Guide's): that of the API. */
const LANGUAGE = 'en'

export function openAiApiService(deps: OpenAiApiDeps): V1Calls {
  const { pool } = deps.db
  const known = cachedTags((name) => findTag(pool, name), deps.bus)
  const find = (name: string) => (canBeName(name) ? known(name) : Promise.resolve(undefined))
  const now = () => secondsOf(deps.clock.now())
  const embedding = { ...deps, lengths: vectorLengths() }
  /** Returns the answer to a request of either API; nothing happens before its first event is read. */
  const asked = async (
    viewer: Person,
    request: AnswerRequest,
    prefix: string,
    during: During,
    repeated = 0,
  ) => {
    const tag = requireServed(await find(request.model), request.model, 'chat')
    requireAbilities(request, tag, deps.engineOf(tag.providerId).can)
    const identity: Identity = {
      id: `${prefix}${randomUUID().replaceAll('-', '')}`,
      created: now(),
      model: tag.fullName,
    }
    const streams = deps.streamsOf(tag.modelName)
    const atItsTurn = () => reserveForAnswer(during.memory, repeated)
    const question = questionOf(viewer, { ...tag, streams }, request, during.signal)
    return { answer: deps.answer(request.stream ? question : { ...question, atItsTurn }), identity }
  }
  /** A function of its own, so that the request body is not retained until the engine is done. */
  const embed = async (viewer: Person, request: EmbeddingsRequest, during: During) => {
    const tag = requireServed(await find(request.model), request.model, 'embeddings')
    requireVectors(tag, deps.engineOf(tag.providerId).can)
    const vectors = await embedTexts(embedding, viewer, tag, request.texts, during)
    return embeddingsReply(request, tag.fullName, vectors)
  }
  return {
    async models() {
      return JSON.stringify({ object: 'list', data: (await servedTags(pool)).map(wireModel) })
    },
    async model(_viewer, id) {
      const tag = await find(id)
      if (tag?.state !== 1 || !tag.deployed || !tag.present) throw noSuchModel(id)
      return JSON.stringify(wireModel(tag))
    },
    async complete(viewer, body, during) {
      const request = readCompletion(body, deps.maxPictureBytes())
      const { answer, identity } = await asked(viewer, request, 'chatcmpl-', during)
      if (request.stream) return chatStream(answer, identity, request)
      return chatReply(counted(answer, during.memory), identity, request)
    },
    async respond(viewer, body, during) {
      const request = readResponse(body, deps.maxPictureBytes())
      const { answer, identity } = await asked(viewer, request, 'resp_', during, jsonSize(request.echo))
      const frame = { ...identity, echo: request.echo, parallel: request.parallel, now }
      if (request.stream) return responseStream(answer, frame)
      return responseReply(counted(answer, during.memory), frame)
    },
    async embed(viewer, body, during) {
      return embed(viewer, readEmbeddings(body), during)
    },
  }
}

function questionOf(
  viewer: Person,
  tag: TagRow & { streams: boolean },
  request: AnswerRequest,
  signal: AbortSignal,
): DirectQuestion {
  return {
    viewer,
    channel: 'v1',
    tag: { ...tag, images: tag.capabilities.includes('images') },
    messages: request.messages,
    options: request.options,
    language: LANGUAGE,
    tools: request.tools,
    toolChoice: request.toolChoice,
    responseFormat: request.responseFormat,
    penalties: request.penalties,
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
