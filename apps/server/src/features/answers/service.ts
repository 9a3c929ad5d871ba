// Asking (streamed or not), following and stopping answers (STREAM-*).
import { setTimeout as sleep } from 'node:timers/promises'
import {
  PROBLEMS,
  type AttachmentUpload,
  type FileText,
  type Message,
  type ProblemCode,
  type PromptPayload,
} from '@polylogue/contract'
import { authorize, viewerKey, type Person, type Viewer } from '#access/index.ts'
import type { EventSource } from '#http/stream.ts'
import { Problem } from '#problem.ts'
import { start } from './asking/start.ts'
import type { AnswersParts, AskingDeps } from './asking/deps.ts'
import { messagePolicy, stopping } from '#features/queries/index.ts'
import { finished, remoteReader, stopAnswer } from './following/endings.ts'
import { followLive, followRemote, replayFinished, type AnswerSource } from './following/follower.ts'
import { answerPolicy } from './policy.ts'
import { ServerEnds } from './server-ends.ts'

/** Pause before looking again for questions that were accepted just before. */
const IDLE_MS = 50
/** How long readers get to receive the end of an answer. */
const UNREAD_MS = 500
/** How long storing may take after the grace time; what is not stored then goes to a file. */
const STORE_MS = 3_000

export interface AnswersService {
  /** Asks a tag and follows its answer from the beginning. */
  stream(
    viewer: Person,
    asked: { modelTagId: number; payload: PromptPayload },
    gone: AbortSignal,
  ): Promise<EventSource>
  /** Asks a model and waits for the whole answer. @throws Problem with the error code of the answer */
  ask(
    viewer: Person,
    asked: { modelId: number; payload: PromptPayload },
    gone: AbortSignal,
  ): Promise<{ queryId: number; responseText: string; attachments: Message['attachments']; query: Message }>
  /** Says which text a model would get of a file; nothing is stored. */
  readFile(viewer: Person, upload: AttachmentUpload, gone: AbortSignal): Promise<{ file: FileText }>
  /** Recognises the text of a scan or picture, with its progress; nothing is stored. */
  readText(viewer: Person, upload: AttachmentUpload, gone: AbortSignal): EventSource
  /** Follows an answer from the event after a number, whichever process makes it. */
  resume(viewer: Viewer, messageId: number, after: number): Promise<EventSource>
  /** Stops an answer and keeps the text so far. Returns a finished one unchanged. */
  stop(viewer: Person, messageId: number): Promise<{ query: Message }>
}

export function answersService(deps: AskingDeps): AnswersService {
  return {
    async stream(viewer, { modelTagId, payload }, gone) {
      deps.readers.mustHaveRoom(viewer)
      const channel = viewer.kind === 'person' ? 'web' : 'api'
      const live = await start(deps, viewer, { modelTagId, payload, channel, gone })
      // A user who may ask here may also rate, stop and delete their own question.
      const from = { after: 0, can: { rate: true, remove: true, stop: true } }
      return deps.readers.whileReadable(viewer, live.messageId, followLive(live, from))
    },

    async ask(viewer, { modelId, payload }, gone) {
      const modelTagId = payload.modelTagId ?? (await deps.models.defaultTagOf(modelId))
      const live = await start(deps, viewer, { modelTagId, payload, modelId, channel: 'api', gone })
      await live.ended
      const query = await deps.queries.getMessage(viewer, live.messageId)
      if (query.state === 3) throw storedProblem(query)
      return { queryId: query.id, responseText: query.responseText, attachments: query.attachments, query }
    },

    readFile: async (viewer, upload, gone) => ({
      // Pictures are read by models that see them.
      file: await deps.attachments.read(upload, { images: true }, { key: viewerKey(viewer), gone }),
    }),

    readText: (viewer, upload, gone) => deps.attachments.readText(upload, { key: viewerKey(viewer), gone }),

    resume: (viewer, messageId, after) =>
      deps.readers.entering(viewer, messageId, () => resume(deps, viewer, messageId, after)),

    async stop(viewer, messageId) {
      const message = await deps.queries.guarded(viewer, messageId)
      authorize(messagePolicy, stopping(viewer, message), message)
      await stopAnswer(deps, messageId)
      return { query: await deps.queries.getMessage(viewer, messageId) }
    },
  }
}

async function resume(
  deps: Pick<AskingDeps, 'bus' | 'db' | 'queries' | 'readers' | 'recorder'>,
  viewer: Viewer,
  messageId: number,
  after: number,
): Promise<EventSource> {
  const message = authorize(answerPolicy, 'follow', await deps.queries.guarded(viewer, messageId))
  const from = { after, can: deps.queries.canOf(viewer, message) }
  const live = deps.recorder.find(messageId)
  const readable = (source: AnswerSource) => deps.readers.whileReadable(viewer, messageId, source)
  if (live) {
    deps.readers.mustHaveRoom(viewer)
    return readable(followLive(live, from))
  }
  const found = await finished(deps, messageId)
  if (found) return readable(replayFinished(found.followed, found.message, from))
  deps.readers.mustHaveRoom(viewer)
  return readable(followRemote(messageId, from, remoteReader(deps)))
}

const isProblemCode = (code: string | null): code is ProblemCode => code !== null && code in PROBLEMS

/** Rebuilds the Problem of a failed answer, with the same sentence. */
function storedProblem({ errorCode, errorMessage, statistics }: Message): Problem {
  const retryAfter = Number(statistics.find(({ key }) => key === 'retryAfter')?.value)
  const code = isProblemCode(errorCode) ? errorCode : 'ENGINE_FAILED'
  return new Problem(
    code,
    {},
    { ...(errorMessage ? { sentence: errorMessage } : {}), ...(retryAfter > 0 ? { retryAfter } : {}) },
  )
}

/**
 * Waits for all answers of this process, the queued ones included, until `grace` aborts; ends the rest as interrupted, with
 * their text.
 */
export async function endAll(
  deps: Pick<AnswersParts, 'queue' | 'recorder' | 'direct'>,
  grace: AbortSignal,
): Promise<void> {
  const over = new Promise<void>((resolve) => {
    if (grace.aborted) resolve()
    grace.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([untilIdle(deps, grace), over])
  deps.queue.close()
  const until = performance.now() + STORE_MS
  deps.recorder.close(new ServerEnds('INTERRUPTED'))
  deps.direct.end()
  // Does not wait for readers that no longer read.
  await Promise.race([deps.direct.idle(), sleep(UNREAD_MS)])
  await deps.recorder.settle(until - performance.now())
}

/** Resolves when no answer runs or waits. A question that was accepted before may be stored only now. */
async function untilIdle(
  { queue, recorder, direct }: Pick<AnswersParts, 'queue' | 'recorder' | 'direct'>,
  grace: AbortSignal,
): Promise<void> {
  while (!grace.aborted) {
    await Promise.all([...[...recorder.all()].map((live) => live.ended), direct.idle()])
    if (queue.counts.made + queue.counts.waiting === 0 && recorder.isIdle) return
    await sleep(IDLE_MS)
  }
}
