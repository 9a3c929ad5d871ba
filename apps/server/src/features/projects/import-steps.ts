// The steps of an import: small chats share one (decision 121), a large one takes several.
import type { ImportedChat, Project } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { stepsOf, type Pace, type Tx } from '#platform/db/index.ts'
import { STEP } from '#platform/step-queue.ts'
import type { ChatDefaults } from '#features/tabs/index.ts'
import type { ProjectsDeps } from './deps.ts'
import {
  charactersOf,
  finishedTurn,
  modelNamesIn,
  sizeOf,
  timesOf,
  type Known,
  type Portion,
  type Turn,
} from './import-portions.ts'
import { leftOut, withPictures, type Pictures } from './import-pictures.ts'
import * as store from './imports-store.ts'
import { CHAT_TYPE, defaultsOf, SHARED_TYPE } from './rules.ts'

/** An imported chat as a project. */
export type NewChat = ChatDefaults & {
  readonly name: string
  readonly description?: string
  readonly type: number
  readonly importKey: string
  readonly created: Date
  readonly modified: Date
}

/** What imports do with projects. */
export interface Making {
  create(
    tx: Tx,
    viewer: Person,
    project: { name: string; description?: string; type: number },
  ): Promise<Project>
  /** Creates complete projects in a few statements. Returns their ids, in order. */
  createAll(tx: Tx, viewer: Person, chats: readonly NewChat[]): Promise<number[]>
  /** Returns the defaults of the viewer's new projects. */
  defaults(tx: Tx, viewer: Person): Promise<ChatDefaults>
  erase(viewer: Person, projectId: number): Promise<void>
  get(viewer: Person, projectId: number): Promise<Project>
}

/** An import that runs. */
export interface Running {
  readonly deps: ProjectsDeps
  readonly making: Making
  readonly pace: Pace
  readonly viewer: Person
  readonly description: string | undefined
  /** Whether what another process imports at the same time is left out. */
  readonly isOnce: boolean
}

/** What became of a portion: its project, and whether that was there already. */
export interface Made {
  readonly projectId: number
  readonly isKnown: boolean
  readonly picturesLeftOut: number
}

/** The portions of a step. Those with pictures are alone: their bytes are stored before, and deleted if another has them. */
export function togetherOf(all: readonly Portion[]): Portion[][] {
  const isAlone = ({ chats }: Portion) =>
    chats.some(({ turns }) => turns.some(({ pictures }) => pictures?.length))
  const size = (one: Portion) =>
    isAlone(one) ? STEP.size + 1 : one.chats.reduce((sum, chat) => sum + sizeOf(chat), 0)
  return stepsOf(all, size, STEP)
}

/** Imports chats without pictures as a project each, in one transaction. A failure stores nothing. */
export async function importTogether(running: Running, all: readonly Portion[]): Promise<Made[]> {
  const { deps, pace, viewer, isOnce } = running
  const keys = all.map(({ key }) => key)
  const { made, messageIds } = await pace(() =>
    deps.db.transaction(async (tx) => {
      const here = isOnce ? await store.lockKnown(tx, viewer.userId, keys) : new Map<string, number>()
      const fresh = all.filter(({ key }) => !here.has(key))
      const added = await addChats(running, tx, fresh)
      const ids = new Map(fresh.map((portion, at) => [portion, added.projectIds[at]]))
      return {
        messageIds: added.messageIds,
        made: all.map((portion) => {
          const own = ids.get(portion)
          return {
            projectId: own ?? here.get(portion.key) ?? 0,
            isKnown: own === undefined,
            picturesLeftOut: 0,
          }
        }),
      }
    }),
  )
  deps.indexLater(messageIds)
  return made
}

/** Creates a project with its tab and its messages for each portion, which is one chat. */
async function addChats({ deps, making, viewer, description }: Running, tx: Tx, fresh: readonly Portion[]) {
  if (fresh.length === 0) return { projectIds: [], messageIds: [] }
  const now = deps.clock.now()
  const separate = fresh.flatMap(({ separate: chat, key }) => (chat ? [{ chat, key }] : []))
  const chats = separate.map(({ chat }) => chat)
  const defaults = await making.defaults(tx, viewer)
  const described = description === undefined ? {} : { description }
  const projectIds = await making.createAll(
    tx,
    viewer,
    separate.map(({ chat, key }) => ({
      ...defaults,
      ...described,
      name: chat.name,
      type: CHAT_TYPE,
      importKey: key,
      ...timesOf(chat, now),
    })),
  )
  const known = await deps.models.named(tx, modelNamesIn(chats))
  const tabs = chats.map((chat, at) => ({
    chat,
    turns: chat.turns,
    projectId: projectIds[at] ?? 0,
    tabIndex: 0,
  }))
  const tabIds = await addTabs(deps, tx, tabs, defaults)
  const messageIds = await addTurns({ deps, viewer, known }, tx, placed(tabs, tabIds), [])
  return { projectIds, messageIds }
}

/** A chat that becomes a tab, with the turns that are added to it at once. */
interface NewTab {
  readonly chat: ImportedChat
  readonly turns: readonly Turn[]
  readonly projectId: number
  readonly tabIndex: number
}

const addTabs = (deps: ProjectsDeps, tx: Tx, tabs: readonly NewTab[], defaults: ChatDefaults) =>
  deps.tabs.insertAll(
    tx,
    tabs.map(({ chat, projectId, tabIndex }) => ({
      projectId,
      tabIndex,
      name: chat.name,
      ...timesOf(chat, deps.clock.now()),
    })),
    defaults,
  )

interface PlacedTurn {
  readonly turn: Turn
  readonly tabId: number
}

const placed = (tabs: readonly NewTab[], tabIds: readonly number[]): PlacedTurn[] =>
  tabs.flatMap(({ turns }, at) => turns.map((turn) => ({ turn, tabId: tabIds[at] ?? 0 })))

async function addTurns(
  { deps, viewer, known }: Pick<Running, 'deps' | 'viewer'> & { readonly known: Known },
  tx: Tx,
  turns: readonly PlacedTurn[],
  pictures: Pictures,
): Promise<number[]> {
  if (turns.length === 0) return []
  const now = deps.clock.now()
  return deps.queries.addFinished(
    tx,
    viewer.userId,
    turns.map(({ turn, tabId }, at) => ({ ...finishedTurn(turn, pictures[at], known, now), tabId })),
  )
}

/** Imports one portion in several steps. Removes its project when one fails. */
export async function importOne(running: Running, sent: Portion): Promise<Made> {
  const { deps, making, pace, viewer } = running
  const { project, known } = await pace(() => deps.db.transaction((tx) => begin(running, tx, sent)))
  try {
    const { messageIds, picturesLeftOut } = await addInSteps({ ...running, known }, project, sent)
    const earlier = await pace(() => deps.db.transaction((tx) => end(running, tx, project.id, sent)))
    if (earlier !== undefined) {
      await making.erase(viewer, project.id)
      return { projectId: earlier, isKnown: true, picturesLeftOut: 0 }
    }
    deps.indexLater(messageIds)
    return { projectId: project.id, isKnown: false, picturesLeftOut }
  } catch (error) {
    await making.erase(viewer, project.id).catch(() => undefined)
    throw error
  }
}

async function begin({ deps, making, viewer, description }: Running, tx: Tx, { name, chats }: Portion) {
  const described = description === undefined ? {} : { description }
  const project = await making.create(tx, viewer, { name, ...described, type: store.IMPORTING_TYPE })
  return { project, known: await deps.models.named(tx, modelNamesIn(chats)) }
}

/** Completes a project; returns instead the one that another process made of the same at the same time. */
async function end({ deps, viewer, isOnce }: Running, tx: Tx, projectId: number, sent: Portion) {
  const here = isOnce ? await store.lockKnown(tx, viewer.userId, [sent.key]) : undefined
  const other = here?.get(sent.key)
  if (other !== undefined) return other
  const own = sent.separate && timesOf(sent.separate, deps.clock.now())
  const type = sent.chats.length > 1 ? SHARED_TYPE : CHAT_TYPE
  const times = own && { ...own, lastUsed: own.modified }
  await store.end(tx, projectId, { type, importKey: sent.key, ...times })
  await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: projectId })
  return undefined
}

/** Adds the chats of a portion as tabs: small ones together, the turns of a large one in several steps. */
async function addInSteps(
  running: Running & { readonly known: Known },
  project: Project,
  { chats }: Portion,
) {
  const { deps, pace } = running
  const messageIds: number[] = []
  let picturesLeftOut = 0
  const step = async (turns: readonly Turn[], place: (tx: Tx) => Promise<PlacedTurn[]>) => {
    const added = await withPictures(deps, turns, (pictures) => {
      picturesLeftOut += leftOut(turns, pictures)
      return pace(() => deps.db.transaction(async (tx) => addTurns(running, tx, await place(tx), pictures)))
    })
    messageIds.push(...added)
  }
  const all = chats.map((chat, tabIndex) => ({ chat, turns: chat.turns, projectId: project.id, tabIndex }))
  for (const group of stepsOf(all, ({ chat }) => sizeOf(chat), STEP)) {
    const turns = group.flatMap((tab) => tab.turns)
    const [first = [], ...later] = stepsOf(turns, (turn) => charactersOf([turn]), STEP)
    // Only a chat that is alone in its step has more turns than one step takes.
    const tabs = later.length === 0 ? group : group.map((tab) => ({ ...tab, turns: first }))
    let tabIds: number[] = []
    await step(first, async (tx) => {
      tabIds = await addTabs(deps, tx, tabs, defaultsOf(project))
      return placed(tabs, tabIds)
    })
    const tabId = tabIds[0] ?? 0
    for (const part of later) await step(part, () => Promise.resolve(part.map((turn) => ({ turn, tabId }))))
  }
  return { messageIds, picturesLeftOut }
}
