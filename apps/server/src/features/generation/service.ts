// What people can do with answers: ask (streamed or not), follow, stop. Readings 5 and 6.
import { PROBLEMS, type Message, type ProblemCode, type PromptPayload } from '@polylogue/contract'
import { require, type Viewer } from '../../access/index.ts'
import type { EventSource } from '../../http/stream.ts'
import { uuidV7 } from '../../platform/ids.ts'
import { Problem } from '../../problem.ts'
import { followLive, followRemote, replayFinished, type RemoteReader } from './follower.ts'
import { LiveAnswer } from './live-answer.ts'
import { answerPolicy, tabPolicy } from './policy.ts'
import { run, ServerEnds, type RunFigures } from './run.ts'
import { findFollowed, loggedEvents, type Followed } from './store.ts'
import type { GenerationGiven, PromptTag } from './given.ts'
import type { Question, Turn } from './turn.ts'

export interface GenerationService {
  /** Asks a tag and follows its answer from the beginning. */
  stream(viewer: Viewer, asked: { modelTagId: number; payload: PromptPayload }): Promise<EventSource>
  /** Asks a model and waits for the whole answer. @throws Problem with the code that the answer failed with. */
  ask(
    viewer: Viewer,
    asked: { modelId: number; payload: PromptPayload },
  ): Promise<{ queryId: number; responseText: string; attachments: Message['attachments']; query: Message }>
  /** Follows an answer from the event after a number, wherever it is made. */
  resume(viewer: Viewer, messageId: number, after: number): Promise<EventSource>
  /** Stops an answer; what came so far stays. A finished one is returned as it is. */
  stop(viewer: Viewer, messageId: number): Promise<{ query: Message }>
}

/** How long a stop waits for the process that answers to say that it ended. */
const STOP_MS = 10_000

export function generationService(given: GenerationGiven): GenerationService {
  return {
    async stream(viewer, { modelTagId, payload }) {
      const live = await start(given, viewer, { modelTagId, payload })
      return followLive(live, 0)
    },

    async ask(viewer, { modelId, payload }) {
      const modelTagId = payload.modelTagId ?? (await given.models.defaultTagOf(modelId))
      const live = await start(given, viewer, { modelTagId, payload, modelId })
      await live.ended
      const query = await given.queries.getMessage(viewer, live.messageId)
      if (query.state === 3) throw storedProblem(query)
      return { queryId: query.id, responseText: query.responseText, attachments: query.attachments, query }
    },

    async resume(viewer, messageId, after) {
      const message = await given.queries.guarded(viewer, messageId)
      require(viewer, answerPolicy, 'follow', message)
      const live = given.recorder.find(messageId)
      if (live) return followLive(live, after)
      const found = await finished(given, messageId)
      if (found) return replayFinished(found.followed, found.message, after)
      return followRemote(messageId, after, remoteReader(given))
    },

    async stop(viewer, messageId) {
      const message = await given.queries.guarded(viewer, messageId)
      require(viewer, answerPolicy, message?.userId === viewer.userId ? 'stopOwn' : 'stopOthers', message)
      const live = given.recorder.find(messageId)
      if (live) {
        live.stop.abort()
        await live.ended
      } else if (!(await finished(given, messageId))) {
        await given.bus.publish(given.db.orm, { type: 'answer.stopped', messageId })
        await followRemote(messageId, 0, remoteReader(given)).follow(
          () => undefined,
          AbortSignal.timeout(STOP_MS),
        )
      }
      return { query: await given.queries.getMessage(viewer, messageId) }
    },
  }
}

const isProblemCode = (code: string | null): code is ProblemCode => code !== null && code in PROBLEMS

/** What an answer failed with, told again in the same words. */
function storedProblem({ errorCode, errorMessage }: Message): Problem {
  const code = isProblemCode(errorCode) ? errorCode : 'ENGINE_FAILED'
  return new Problem(code, {}, errorMessage ? { sentence: errorMessage } : {})
}

interface Asked {
  readonly modelTagId: number
  readonly payload: PromptPayload
  /** The model the caller named; the tag must be its. */
  readonly modelId?: number
}

/** Stores the question, starts its answer and returns it. */
async function start(given: GenerationGiven, viewer: Viewer, asked: Asked): Promise<LiveAnswer> {
  const since = performance.now()
  if (given.stopping()) throw new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 })
  const tag = await mayAsk(given, viewer, asked)
  const leave = given.places.take(viewer.userId)
  try {
    const { live, turn } = await store(given, viewer, { ...asked, tag, since })
    begin(given, live, turn)
    void live.ended.then(leave)
    return live
  } catch (error) {
    leave()
    throw error
  }
}

/** The access question of asking, and whether the tag can be asked at all. */
async function mayAsk(
  given: GenerationGiven,
  viewer: Viewer,
  { modelTagId, modelId, payload }: Asked,
): Promise<PromptTag> {
  const [tab, tag] = await Promise.all([
    given.tabs.tabForPrompt(viewer, payload.projectTabId),
    given.models.tagForPrompt(modelTagId),
  ])
  require(viewer, tabPolicy, 'ask', tab)
  if (payload.projectId !== undefined && payload.projectId !== tab?.projectId)
    throw new Problem('NOT_FOUND', { thing: 'project' })
  if (modelId !== undefined && tag.modelId !== modelId) throw new Problem('NOT_FOUND', { thing: 'model tag' })
  if (payload.datasourceId) throw new Problem('NOT_FOUND', { thing: 'data source' })
  return tag
}

async function store(
  given: GenerationGiven,
  viewer: Viewer,
  { payload, tag, since }: Asked & { tag: PromptTag; since: number },
): Promise<{ live: LiveAnswer; turn: Turn }> {
  const attachments = await given.attachments.prepare(payload.attachments ?? [], { images: tag.images })
  const question: Question = {
    tabId: payload.projectTabId,
    replacesId: payload.replacesQueryId ?? null,
    prompt: payload.prompt,
    attachments: attachments.map((file) => file.forTurn),
    options: payload.options ?? {},
    language: payload.language ?? 'en',
    model: turnModel(given, tag),
  }
  const storing = given.insert({
    tabId: question.tabId,
    replacesId: question.replacesId,
    options: question.options,
    queryText: question.prompt,
    uuid: uuidV7(given.clock),
    userId: viewer.userId,
    modelId: tag.modelId,
    modelTagId: tag.tagId,
    modelName: tag.modelName,
    modelTagName: tag.tagName,
    serverId: given.serverId,
    attachments: attachments.map((file) => file.stored),
  })
  const assembled = given.assemble(question)
  // It fails in the run, where it becomes the answer's end; when the question cannot be stored, nobody asks for it.
  assembled.catch(() => undefined)
  const message = await storing
  if (!message) throw await whyNotReplaced(given, payload.replacesQueryId ?? 0, payload.projectTabId)
  const live = new LiveAnswer({
    messageId: message.id,
    tabId: question.tabId,
    userId: viewer.userId,
    asked: since,
  })
  return { live, turn: { ...question, messageId: message.id, assembled } }
}

function begin(given: GenerationGiven, live: LiveAnswer, turn: Turn): void {
  const figures: RunFigures = { usage: { promptTokens: null, responseTokens: null }, statistics: {} }
  given.recorder.begin(live)
  void given.recorder.record(live, run(turn, figures, given.run, live.stop.signal), figures)
}

function turnModel(given: GenerationGiven, tag: PromptTag): Turn['model'] {
  return {
    engine: given.engineOf(tag.providerId),
    engineName: tag.engineName,
    fullName: tag.fullName,
    provider: tag.providerName,
    contextLength: tag.contextLength,
    images: tag.images,
  }
}

async function whyNotReplaced(given: GenerationGiven, replaced: number, tabId: number): Promise<Problem> {
  const found = await given.db.pool.query<{ state: number }>(
    'SELECT state FROM messages WHERE id = $1 AND tab_id = $2',
    [replaced, tabId],
  )
  return found.rows.length ? new Problem('STILL_ANSWERING') : new Problem('NOT_FOUND', { thing: 'message' })
}

async function finished(
  given: GenerationGiven,
  messageId: number,
): Promise<{ followed: Followed; message: Message } | undefined> {
  const followed = await findFollowed(given.db.pool, messageId)
  if (!followed) throw new Problem('NOT_FOUND', { thing: answerPolicy.thing })
  if (followed.state < 2) return undefined
  const message = (await given.queries.messages([messageId])).get(messageId)
  if (!message) throw new Problem('NOT_FOUND', { thing: answerPolicy.thing })
  return { followed, message }
}

function remoteReader(given: GenerationGiven): RemoteReader {
  return {
    logged: (messageId, fromSeq) => loggedEvents(given.db.pool, messageId, fromSeq),
    finished: (messageId) => finished(given, messageId),
    onGrew: (messageId, hear) =>
      given.bus.on('answer.grew', (event) => {
        if (event.messageIds.includes(messageId)) hear()
      }),
  }
}

/** Ends all answers of this process: those that do not end by themselves in time are ended as interrupted, text kept. */
export async function endAll(given: GenerationGiven, graceMs: number): Promise<void> {
  const all = [...given.recorder.all()]
  const grace = AbortSignal.timeout(graceMs)
  await Promise.race([
    Promise.all(all.map((live) => live.ended)),
    new Promise((resolve) => grace.addEventListener('abort', resolve, { once: true })),
  ])
  for (const live of given.recorder.all()) live.stop.abort(new ServerEnds('INTERRUPTED'))
  await given.recorder.settle()
}
