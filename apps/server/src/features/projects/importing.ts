// Imports exported chats as a project, in small steps, so that other requests are not blocked.
import type { CallInput, contract, ImportedChat, Project } from '@polylogue/contract'
import { removeItemContext, type Person } from '../../access/index.ts'
import { stepsOf, type Pace, type Tx } from '../../platform/db/index.ts'
import { openStepQueue, STEP } from '../../platform/step-queue.ts'
import { Problem } from '../../problem.ts'
import type { FinishedTurn } from '../queries/index.ts'
import { CHAT_TYPE, defaultsOf, SHARED_TYPE } from './rules.ts'
import type { ProjectsDeps } from './deps.ts'
import * as store from './imports-store.ts'
import { remove as removeProject } from './store.ts'

export type Import = CallInput<typeof contract.projects.import>['body']
type Turn = ImportedChat['turns'][number]

/** Limit on waiting imports: each holds its whole request in memory. */
const WAITING = 8

/** Checks for a model by its name in the export: `family:tag`, or the family alone. */
type Known = Awaited<ReturnType<ProjectsDeps['models']['named']>>

export interface Imports {
  /**
   * Creates the project, then its tabs and turns; others see it grow. Removes everything when a step fails; the next start
   * removes what a dead process left.
   * @throws Problem IMPORT_TOO_LARGE before anything is stored; SERVER_BUSY when the queue is full or the client
   *   disconnected
   */
  run(viewer: Person, sent: Import, gone: AbortSignal): Promise<{ project: Project; messageIds: number[] }>
}

interface Making {
  create(
    tx: Tx,
    viewer: Person,
    project: { name: string; description?: string; type: number },
  ): Promise<Project>
  remove(viewer: Person, projectId: number): Promise<void>
}

export function openImports(deps: ProjectsDeps, making: Making): Imports {
  const inSteps = openStepQueue(deps.db, WAITING)
  return {
    async run(viewer, sent, gone) {
      const characters = sent.chats.reduce((sum, { turns }) => sum + charactersOf(turns), 0)
      if (characters > deps.importCharacters)
        throw new Problem('IMPORT_TOO_LARGE', { characters, limit: deps.importCharacters })
      return inSteps({ userId: viewer.userId, gone }, (pace) => importChats(deps, making, pace, viewer, sent))
    },
  }
}

/** Removes imports that dead processes left unfinished. */
export async function clearImports({ db, clock }: Pick<ProjectsDeps, 'db' | 'clock'>): Promise<void> {
  for (const { id, contextId } of await store.left(db, clock.now()))
    await db.transaction(async (tx) => {
      await removeProject(tx, id)
      await removeItemContext(tx, contextId)
    })
}

async function importChats(
  deps: ProjectsDeps,
  making: Making,
  pace: Pace,
  viewer: Person,
  sent: Import,
): Promise<{ project: Project; messageIds: number[] }> {
  const type = sent.chats.length > 1 ? SHARED_TYPE : CHAT_TYPE
  const step = <T>(work: (tx: Tx) => Promise<T>) => pace(() => deps.db.transaction(work))
  const { project, known } = await step((tx) => begin(deps, making, tx, viewer, sent))
  const messageIds: number[] = []
  try {
    for (const [tabIndex, { name, turns }] of sent.chats.entries()) {
      const tabId = await step((tx) =>
        deps.tabs.insertAt(tx, project.id, { tabIndex, name }, defaultsOf(project)),
      )
      for (const part of stepsOf(turns, (turn) => charactersOf([turn]), STEP)) {
        const finished = part.map((turn) => finishedTurn(turn, known, deps.clock.now()))
        const to = { tabId, userId: viewer.userId }
        messageIds.push(...(await step((tx) => deps.queries.addFinished(tx, to, finished))))
      }
    }
    await step(async (tx) => {
      await store.end(tx, project.id, type)
      await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: project.id })
    })
  } catch (error) {
    await making.remove(viewer, project.id).catch(() => undefined)
    throw error
  }
  return { project: { ...project, type }, messageIds }
}

async function begin(deps: ProjectsDeps, making: Making, tx: Tx, viewer: Person, sent: Import) {
  const { name, description, chats } = sent
  const described = description === undefined ? {} : { description }
  const project = await making.create(tx, viewer, { name, ...described, type: store.IMPORTING_TYPE })
  const names = chats.flatMap(({ turns }) => turns.flatMap(({ modelName }) => modelName ?? []))
  return { project, known: await deps.models.named(tx, [...new Set(names)]) }
}

function finishedTurn(turn: Turn, known: Known, now: Date): FinishedTurn {
  return {
    queryText: turn.queryText,
    responseText: turn.responseText,
    reasoningText: turn.reasoningText ?? '',
    ...modelOf(turn.modelName?.toWellFormed() ?? '', known),
    rating: turn.rating ?? 0,
    confidential: turn.confidential ?? false,
    created: timeOf(turn.created, now),
  }
}

/** Keeps the name of an unknown model as text, with the ids of Guide. */
function modelOf(name: string, known: Known) {
  const found = known.get(name)
  if (found) return found
  const [modelName = '', ...tag] = name.split(':')
  return { modelId: 1, modelTagId: 1, modelName, modelTagName: tag.join(':') }
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
