// Starts one answer: access check, message, run. Every endpoint that stores answers uses it.
import type { PromptPayload, UsageChannel } from '@polylogue/contract'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import { requireMaySend } from '#features/confidentiality/index.ts'
import { newFigures, run } from '../run/index.ts'
import { slotsOf, usageOf } from './accounting.ts'
import type { AskingDeps, TabOfPrompt } from './deps.ts'
import { LiveAnswer } from '../recording/live-answer.ts'
import { tabPolicy } from '../policy.ts'
import type { PreparedFile, QuestionFile } from '#features/attachments/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { QueueEntry } from '../queue/index.ts'
import type { Question, Turn } from '../context/index.ts'
import { dropFiles } from './drop-files.ts'
import { promptToSend, type SendingDeps } from './prompt-to-send.ts'
import { earlierMessage, type EarlierMessage } from './store.ts'

export interface QuestionInput {
  readonly modelTagId: number
  readonly payload: PromptPayload
  readonly channel: UsageChannel
  /** The model that the caller named; the tag must belong to it. */
  readonly modelId?: number
  /** The UUID of the message, when the caller must know it before the message is stored. */
  readonly uuid?: string
  /** The message whose question is asked again in another tab; the caller has checked that it is readable. */
  readonly repeatsId?: number
  /** Files of an earlier question to send again, instead of uploads. */
  readonly files?: readonly QuestionFile[]
  /** Aborted when the client disconnects: before the question is stored, this stops the parsing of its files. */
  readonly gone?: AbortSignal
}

/**
 * Stores the question, starts its answer and returns it.
 * @throws Problem why it may not be asked or stored: see the contract's `answers.stream`
 */
export async function start(deps: AskingDeps, viewer: Person, asked: QuestionInput): Promise<LiveAnswer> {
  const since = performance.now()
  if (deps.stopping()) throw new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 })
  const may = await mayAsk(deps, viewer, asked)
  const entry = deps.queue.enter({
    key: viewerKey(viewer),
    ...slotsOf(may.tag),
    bytes: () => bytesOf(asked),
  })
  let begun: () => void = () => undefined
  // Preparing its files may take longer than the process lives.
  const arriving = () => (begun = deps.recorder.expect())
  try {
    const { live, turn } = await storeOrDrop(deps, viewer, { ...asked, ...may, since, entry, arriving })
    begin(deps, live, turn)
    return live
  } catch (error) {
    entry.leave()
    throw error
  } finally {
    begun()
  }
}

/** Returns the memory that a question takes until it is asked: files are held whole, pictures as base64. */
function bytesOf({ payload: { prompt, attachments }, files = [] }: QuestionInput): number {
  const uploads = (attachments ?? []).reduce((sum, { base64 }) => sum + base64.length, prompt.length)
  return files.reduce((sum, { size, text }) => sum + (text?.length ?? Math.ceil((size * 4) / 3)), uploads)
}

interface MayAsk {
  readonly tag: AskableTag
  readonly tab: TabOfPrompt
  readonly isFirst: boolean
  /** The message that the question replaces or repeats. */
  readonly earlier: EarlierMessage | undefined
}

type CheckingDeps = Pick<
  AskingDeps,
  'confidentiality' | 'datasources' | 'db' | 'findPlace' | 'models' | 'prompts'
>

/** Checks the viewer's access and whether the tag can be asked. */
async function mayAsk(deps: CheckingDeps, viewer: Person, asked: QuestionInput): Promise<MayAsk> {
  const { modelTagId, modelId, payload } = asked
  const [found, earlier] = await Promise.all([
    deps.findPlace({ viewer, tabId: payload.projectTabId, tagId: modelTagId }),
    earlierOf(deps, asked),
    payload.promptId ? deps.prompts.requireReadable(viewer, payload.promptId) : undefined,
    payload.datasourceId ? deps.datasources.requireReadable(viewer, payload.datasourceId) : undefined,
  ])
  const tab = authorize(tabPolicy, 'ask', found?.tab)
  const tag = deps.models.askable(found?.tag)
  if (payload.projectId !== undefined && payload.projectId !== tab.projectId)
    throw new Problem('NOT_FOUND', { thing: 'project' })
  if (modelId !== undefined && tag.modelId !== modelId) throw new Problem('NOT_FOUND', { thing: 'model tag' })
  if (payload.replacesQueryId && (earlier?.state ?? 0) < 2) throw whyNotReplaced(earlier)
  requireMaySend({ isConfidential: isConfidential(payload, earlier) }, tag)
  return { tag, tab, isFirst: found?.isFirst ?? false, earlier }
}

/** Whether a question has text that no external model gets: the asker says so, or the message that it replaces or repeats. */
const isConfidential = (
  { confidential }: Pick<PromptPayload, 'confidential'>,
  earlier: EarlierMessage | undefined,
): boolean => (confidential ?? false) || (earlier?.isConfidential ?? false)

function earlierOf(
  deps: Pick<CheckingDeps, 'db' | 'confidentiality'>,
  { payload, repeatsId }: QuestionInput,
): Promise<EarlierMessage | undefined> {
  const { replacesQueryId: replaced, projectTabId, continues } = payload
  const wanted = replaced
    ? { id: replaced, tabId: projectTabId, withText: continues ?? false }
    : { id: repeatsId ?? 0, tabId: null, withText: false }
  return wanted.id === 0
    ? Promise.resolve(undefined)
    : earlierMessage(deps.db.pool, deps.confidentiality, wanted)
}

interface Storing extends QuestionInput, MayAsk {
  readonly since: number
  readonly entry: QueueEntry
  /** Called before the question is stored. @throws Problem SHUTTING_DOWN */
  readonly arriving: () => void
  /** Called with the key of each file before its bytes are stored. */
  readonly storing: (key: string) => void
}

type StoringDeps = SendingDeps &
  Pick<AskingDeps, 'attachments' | 'clock' | 'engineOf' | 'insert' | 'queries' | 'serverId'>

/** Stores the question. When that fails, the bytes of its files are deleted. */
async function storeOrDrop(
  deps: StoringDeps & Pick<AskingDeps, 'log' | 'stopping'>,
  viewer: Person,
  asked: Omit<Storing, 'storing'>,
): Promise<{ live: LiveAnswer; turn: Turn }> {
  const keys: string[] = []
  try {
    return await store(deps, viewer, { ...asked, storing: (key) => void keys.push(key) })
  } catch (error) {
    await dropFiles(deps, keys, error)
    throw error
  }
}

async function store(
  deps: StoringDeps,
  viewer: Person,
  asked: Storing,
): Promise<{ live: LiveAnswer; turn: Turn }> {
  const { payload, tag, since, entry } = asked
  const continueFrom = payload.continues ? keptText(deps, asked) : undefined
  const attachments = await filesOf(deps, viewer, asked)
  const question = questionOf(deps, viewer, asked, { continueFrom, attachments })
  // A repeated question has the data sources of the one that it repeats.
  const isProvisional = entry.waits && tag.isLocal && asked.repeatsId === undefined
  asked.arriving()
  const storing = deps.insert({
    tabId: question.tabId,
    replacesId: question.replacesId,
    repeatsId: asked.repeatsId ?? null,
    compareId: payload.compareId ?? null,
    promptId: payload.promptId ?? 0,
    options: question.options,
    shown: question.shown,
    isProvisional,
    isConfidential: payload.confidential ?? false,
    datasourceId: question.choices.datasourceId,
    queryText: question.prompt,
    uuid: asked.uuid ?? uuidV7(deps.clock),
    userId: viewer.userId,
    ...modelOf(tag),
    serverId: deps.serverId,
    attachments: attachments.map((file) => file.stored),
  })
  const assembled = entry.waits ? undefined : deps.assemble(question)
  // A failure becomes the end of the answer in the run; nothing awaits it when the question cannot be stored.
  assembled?.catch(() => undefined)
  const message = await storing
  if (!message) throw whyNotReplaced(undefined)
  const live = new LiveAnswer({
    messageId: message.id,
    tabId: question.tabId,
    asker: viewerKey(viewer),
    asked: since,
    usage: usageOf(viewer, asked.channel, tag),
  })
  const asking = { ...asked, viewer, question, message, isProvisional }
  return {
    live,
    turn: {
      ...question,
      messageId: message.id,
      entry,
      assembled: () => promptToSend(deps, asking, assembled),
    },
  }
}

function questionOf(
  { engineOf }: Pick<StoringDeps, 'engineOf'>,
  viewer: Person,
  asked: Storing,
  { continueFrom, attachments }: { continueFrom: string | undefined; attachments: readonly PreparedFile[] },
): Question {
  const { payload, tag, earlier, entry } = asked
  return {
    viewer,
    choices: choicesOf(asked),
    tabId: payload.projectTabId,
    isFirst: asked.isFirst,
    replacesId: payload.replacesQueryId ?? null,
    repeatsId: asked.repeatsId,
    shown: payload.shownQueryIds ?? null,
    prompt: payload.prompt,
    isConfidential: isConfidential(payload, earlier),
    attachments: attachments.map((file) => file.forPrompt),
    options: optionsOf(asked),
    continueFrom,
    language: payload.language ?? 'en',
    model: { ...tag, engine: engineOf(tag.providerId) },
    reserve: (bytes) => entry.reserve(bytes),
  }
}

function modelOf({ modelId, tagId, modelName, tagName }: AskableTag) {
  return { modelId, modelTagId: tagId, modelName, modelTagName: tagName }
}

async function filesOf(
  deps: Pick<StoringDeps, 'attachments' | 'queries'>,
  viewer: Person,
  { payload, tag, files, gone, storing }: Storing,
): Promise<PreparedFile[]> {
  const { images } = tag
  if (files) return deps.attachments.again(files, { images }, storing)
  const uploads = payload.attachments ?? []
  const replaced = uploads.length > 0 ? payload.replacesQueryId : undefined
  const earlier = replaced ? await deps.queries.question(viewer, replaced) : undefined
  const how = { images, requiresText: payload.requiresText ?? false, earlier: earlier?.files }
  return deps.attachments.prepare(uploads, how, { key: viewerKey(viewer), gone }, storing)
}

/** Returns the text that a continued answer begins with. @throws Problem VALIDATION_FAILED when there is none to continue */
function keptText({ engineOf }: Pick<StoringDeps, 'engineOf'>, { tag, earlier }: MayAsk): string {
  if (!engineOf(tag.providerId).can.continue) throw notContinued('this model cannot continue an answer')
  if (!earlier) throw whyNotReplaced(earlier)
  if (!earlier.text) throw notContinued('the message has no text to continue')
  return earlier.text
}

function notContinued(message: string): Problem {
  const issue = { path: 'continues', message }
  return new Problem('VALIDATION_FAILED', { issues: `continues: ${message}` }, { issues: [issue] })
}

/** Returns the options of the prompt, or those of its tab when it has none. */
function optionsOf({ payload, tab }: QuestionInput & MayAsk): Question['options'] {
  const own = payload.options ?? {}
  return Object.keys(own).length > 0 ? own : tab.options
}

/** Values of the question override those of its tab. */
function choicesOf({ payload, tab }: QuestionInput & MayAsk): Question['choices'] {
  return {
    datasourceId: payload.datasourceId ?? tab.defaultDatasourceId,
    amountOfChunks: payload.amountOfChunks ?? tab.amountOfChunks,
    custInstWhoId: tab.custInstWhoId,
    custInstRespondId: tab.custInstRespondId,
  }
}

function begin(deps: Pick<AskingDeps, 'recorder' | 'run'>, live: LiveAnswer, turn: Turn): void {
  const figures = newFigures()
  deps.recorder.begin(live, turn.continueFrom)
  void deps.recorder.record(live, run(turn, figures, deps.run, live.stop.signal), figures)
}

/** `earlier`: the message to replace; undefined when it is missing or was deleted since. */
function whyNotReplaced(earlier: EarlierMessage | undefined): Problem {
  return earlier ? new Problem('STILL_ANSWERING') : new Problem('NOT_FOUND', { thing: 'message' })
}
