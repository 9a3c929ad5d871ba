// Imports exported chats as a project, or as a chat each, in small steps, so that other requests are not blocked.
import { createHash } from 'node:crypto'
import type { CallInput, contract, ImportedChat, Project } from '@polylogue/contract'
import { removeItemContext, viewerKey, type Person } from '../../access/index.ts'
import { stepsOf, type Pace, type Tx } from '../../platform/db/index.ts'
import { openStepQueue, STEP } from '../../platform/step-queue.ts'
import { Problem } from '../../problem.ts'
import type { FinishedTurn } from '../queries/index.ts'
import { CHAT_TYPE, defaultsOf, SHARED_TYPE } from './rules.ts'
import type { ProjectsDeps } from './deps.ts'
import * as store from './imports-store.ts'
import { tabsOf } from './item-store.ts'
import { remove as removeProject } from './store.ts'

export type Import = CallInput<typeof contract.projects.import>['body']
type Turn = ImportedChat['turns'][number]

/** What an import did; `project` is the first one, or the earlier one that has the first chat. */
export interface Imported {
  readonly project: Project
  readonly imported: number
  readonly known: number
  readonly picturesLeftOut: number
}

/** Limit on waiting imports: each holds its whole request in memory. */
const WAITING = 8

/** Checks for a model by its name in the export: `family:tag`, or the family alone. */
type Known = Awaited<ReturnType<ProjectsDeps['models']['named']>>

export interface Imports {
  /**
   * Creates each project, then its tabs and turns; others see it grow. Removes a project whose step fails; the next start
   * removes what a dead process left. Chats that were imported separately before stay.
   * @throws Problem IMPORT_TOO_LARGE before anything is stored; SERVER_BUSY when the queue is full or the client
   *   disconnected
   */
  run(viewer: Person, sent: Import, gone: AbortSignal): Promise<Imported>
}

interface Making {
  create(
    tx: Tx,
    viewer: Person,
    project: { name: string; description?: string; type: number },
  ): Promise<Project>
  remove(viewer: Person, projectId: number): Promise<void>
  get(viewer: Person, projectId: number): Promise<Project>
}

export function openImports(deps: ProjectsDeps, making: Making): Imports {
  const inSteps = openStepQueue(deps.db, WAITING)
  return {
    async run(viewer, sent, gone) {
      const characters = sent.chats.reduce((sum, { turns }) => sum + charactersOf(turns), 0)
      if (characters > deps.importCharacters)
        throw new Problem('IMPORT_TOO_LARGE', { characters, limit: deps.importCharacters })
      return inSteps({ key: viewerKey(viewer), gone }, (pace) => importAll(deps, making, pace, viewer, sent))
    },
  }
}

/** Removes imports that dead processes left unfinished. */
export async function clearImports({
  db,
  clock,
  queries,
}: Pick<ProjectsDeps, 'db' | 'clock'> & {
  queries: Pick<ProjectsDeps['queries'], 'forgetBlobs'>
}): Promise<void> {
  for (const { id, contextId } of await store.left(db, clock.now()))
    await db.transaction(async (tx) => {
      await queries.forgetBlobs(tx, [...(await tabsOf(tx, [id])).values()].flat())
      await removeProject(tx, id)
      await removeItemContext(tx, contextId)
    })
}

/** What becomes one project. */
interface Portion {
  readonly name: string
  readonly description?: string | undefined
  readonly chats: readonly ImportedChat[]
  /** Whether it is one chat, which has its own dates. */
  readonly isSeparate: boolean
  readonly key: string
}

function portionsOf({ name, description, chats, separately }: Import): Portion[] {
  if (!separately) return [{ name, description, chats, isSeparate: false, key: keyOf(chats) }]
  return chats.map((chat) => ({
    name: chat.name,
    description,
    chats: [chat],
    isSeparate: true,
    key: keyOf([chat]),
  }))
}

/** Imports what is not there yet. A failure keeps what is complete; the same call again leaves that out. */
async function importAll(
  deps: ProjectsDeps,
  making: Making,
  pace: Pace,
  viewer: Person,
  sent: Import,
): Promise<Imported> {
  const portions = portionsOf(sent)
  const keys = portions.map(({ key }) => key)
  const here = sent.skipKnown
    ? await store.known(deps.db.pool, viewer.userId, keys)
    : new Map<string, number>()
  let first: Project | undefined
  let [imported, known, picturesLeftOut] = [0, 0, 0]
  for (const portion of portions) {
    const earlier = here.get(portion.key)
    const made =
      earlier === undefined
        ? await importOne(deps, making, pace, viewer, { ...portion, isOnce: sent.skipKnown })
        : { known: earlier }
    if ('known' in made) {
      first ??= await making.get(viewer, made.known)
      known += portion.chats.length
      continue
    }
    deps.added(made.messageIds)
    picturesLeftOut += made.picturesLeftOut
    first ??= made.project
    imported += portion.chats.length
    // The same chat may be twice in one file.
    if (sent.skipKnown) here.set(portion.key, made.project.id)
  }
  if (!first) throw new Error('an import has no chats')
  return { project: first, imported, known, picturesLeftOut }
}

/** Imports one portion. With `isOnce`, returns instead the project that another process made of it at the same time. */
async function importOne(
  deps: ProjectsDeps,
  making: Making,
  pace: Pace,
  viewer: Person,
  sent: Portion & { readonly isOnce: boolean },
): Promise<{ project: Project; messageIds: number[]; picturesLeftOut: number } | { known: number }> {
  const type = sent.chats.length > 1 ? SHARED_TYPE : CHAT_TYPE
  const step = <T>(work: (tx: Tx) => Promise<T>) => pace(() => deps.db.transaction(work))
  const { project, known } = await step((tx) => begin(deps, making, tx, viewer, sent))
  const messageIds: number[] = []
  let picturesLeftOut = 0
  const [only] = sent.isSeparate ? sent.chats : []
  const own = only && timesOf(only, deps.clock.now())
  const ownTimes = own ? { ...own, lastUsed: own.modified } : {}
  try {
    for (const [tabIndex, chat] of sent.chats.entries()) {
      const { name, turns } = chat
      const place = { tabIndex, name, ...timesOf(chat, deps.clock.now()) }
      const tabId = await step((tx) => deps.tabs.insertAt(tx, project.id, place, defaultsOf(project)))
      for (const part of stepsOf(turns, (turn) => charactersOf([turn]), STEP)) {
        const to = { tabId, userId: viewer.userId }
        const added = await withPictures(deps, part, (pictures) => {
          picturesLeftOut += leftOut(part, pictures)
          const finished = part.map((turn, at) => finishedTurn(turn, pictures[at], known, deps.clock.now()))
          return step((tx) => deps.queries.addFinished(tx, to, finished))
        })
        messageIds.push(...added)
      }
    }
    const earlier = await step(async (tx) => {
      const other = sent.isOnce ? await store.lockKnown(tx, viewer.userId, sent.key) : undefined
      if (other !== undefined) return other
      await store.end(tx, project.id, { type, importKey: sent.key, ...ownTimes })
      await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: project.id })
      return undefined
    })
    if (earlier !== undefined) {
      await making.remove(viewer, project.id)
      return { known: earlier }
    }
  } catch (error) {
    await making.remove(viewer, project.id).catch(() => undefined)
    throw error
  }
  const times = own && { created: own.created.toISOString(), modified: own.modified.toISOString() }
  return { project: { ...project, type, ...times }, messageIds, picturesLeftOut }
}

async function begin(deps: ProjectsDeps, making: Making, tx: Tx, viewer: Person, sent: Portion) {
  const { name, description, chats } = sent
  const described = description === undefined ? {} : { description }
  const project = await making.create(tx, viewer, { name, ...described, type: store.IMPORTING_TYPE })
  const names = chats.flatMap(({ turns }) => turns.flatMap(({ modelName }) => modelName ?? []))
  return { project, known: await deps.models.named(tx, [...new Set(names)]) }
}

type Pictures = readonly FinishedTurn['attachments'][]

/** Stores the pictures of turns and calls `add` with them; deletes their bytes if it fails. */
async function withPictures<T>(
  { attachments, queries, clock }: Pick<ProjectsDeps, 'attachments' | 'queries' | 'clock'>,
  turns: readonly Turn[],
  add: (pictures: Pictures) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  try {
    const pictures: FinishedTurn['attachments'][] = []
    for (const { pictures: sent = [], created } of turns)
      pictures.push(
        await attachments.keepPictures(sent, timeOf(created, clock.now()), (key) => void keys.push(key)),
      )
    return await add(pictures)
  } catch (error) {
    // The transaction may be stored all the same: a job looks whether messages have them.
    if (keys.length > 0) await queries.forgetUnused(keys).catch(() => undefined)
    throw error
  }
}

const leftOut = (turns: readonly Turn[], pictures: Pictures): number =>
  turns.reduce((sum, { pictures: sent = [] }, at) => sum + sent.length - (pictures[at]?.length ?? 0), 0)

function finishedTurn(
  turn: Turn,
  attachments: FinishedTurn['attachments'] | undefined,
  known: Known,
  now: Date,
): FinishedTurn {
  return {
    queryText: turn.queryText,
    responseText: turn.responseText,
    reasoningText: turn.reasoningText ?? '',
    ...modelOf(turn.modelName?.toWellFormed() ?? '', known),
    rating: turn.rating ?? 0,
    confidential: turn.confidential ?? false,
    created: timeOf(turn.created, now),
    attachments: attachments ?? [],
  }
}

/** Keeps the name of an unknown model as text, with the ids of Guide. */
function modelOf(name: string, known: Known) {
  const found = known.get(name)
  if (found) return found
  const [modelName = '', ...tag] = name.split(':')
  return { modelId: 1, modelTagId: 1, modelName, modelTagName: tag.join(':') }
}

/** Returns when a chat began and was last changed: the times of the export, else those of its turns, else now. */
function timesOf({ created, modified, turns }: ImportedChat, now: Date): { created: Date; modified: Date } {
  const said = (time: string | undefined) => {
    const at = timeOf(time, now)
    return at === now ? [] : [at.getTime()]
  }
  const ofTurns = turns.flatMap((turn) => said(turn.created))
  const last = [...said(modified), ...ofTurns].reduce((most, one) => Math.max(most, one), 0)
  const end = last || (said(created)[0] ?? now.getTime())
  const begin = [...said(created), ...ofTurns].reduce((least, one) => Math.min(least, one), end)
  return { created: new Date(begin), modified: new Date(end) }
}

/** Characters at the beginning and the end of a text by which it is recognised; with its length. */
const RECOGNISED = 200

/** Returns the fingerprint of chats. Whole texts would take long to hash; a text is known by its length and its ends. */
function keyOf(chats: readonly ImportedChat[]): string {
  const hash = createHash('sha256')
  const add = (text: string) =>
    hash.update(`${text.length}\n${text.slice(0, RECOGNISED)}\n${text.slice(-RECOGNISED)}\n`)
  for (const { name, created, modified, turns } of chats) {
    hash.update(`chat ${turns.length}\n`)
    // Without texts, only these tell chats apart; with texts, a new name makes no other chat.
    if (turns.length === 0) for (const text of [name, created ?? '', modified ?? '']) add(text)
    for (const { queryText, responseText, created = '' } of turns)
      for (const text of [queryText, responseText, created]) add(text)
  }
  return hash.digest('base64url')
}

/** Returns the time from the export, or `now` when it is not plausible. */
function timeOf(created: string | undefined, now: Date): Date {
  const time = Date.parse(created ?? '')
  return time > 0 && time < now.getTime() ? new Date(time) : now
}

function charactersOf(turns: readonly Turn[]): number {
  return turns.reduce(
    (sum, { queryText, responseText, reasoningText }) =>
      sum + queryText.length + responseText.length + (reasoningText?.length ?? 0),
    0,
  )
}
