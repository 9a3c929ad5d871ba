// A project made of chats that were exported, here or elsewhere.
import type { CallInput, contract, ImportedChat, Project } from '@polylogue/contract'
import type { Viewer } from '../../access/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { FinishedTurn } from '../queries/index.ts'
import type { ProjectsGiven } from './given.ts'

export type Import = CallInput<typeof contract.projects.import>['body']
type Turn = ImportedChat['turns'][number]

/** One statement carries at most so many turns and so many characters. */
const TURNS_AT_ONCE = 1_000
const CHARACTERS_AT_ONCE = 4_000_000

/** Tests by the model's name as the export has it: `family:tag`, or the family alone. */
type Known = Awaited<ReturnType<ProjectsGiven['models']['named']>>

/**
 * Makes the project by `create`, in the transaction, and a tab of every chat, in their order. Returns the new messages' ids
 * with it.
 */
export async function importChats(
  given: ProjectsGiven,
  tx: Tx,
  viewer: Viewer,
  sent: Import,
  create: (project: { name: string; description?: string; type: number }) => Promise<Project>,
): Promise<{ project: Project; messageIds: number[] }> {
  const project = await create({
    name: sent.name,
    ...(sent.description === undefined ? {} : { description: sent.description }),
    type: sent.chats.length > 1 ? SHARED_TYPE : CHAT_TYPE,
  })
  const names = sent.chats.flatMap(({ turns }) => turns.flatMap(({ modelName }) => modelName ?? []))
  const known = await given.models.named(tx, [...new Set(names)])
  const now = given.clock.now()
  const messageIds: number[] = []
  for (const [tabIndex, { name, turns }] of sent.chats.entries()) {
    const tabId = await given.tabs.insertAt(tx, project.id, { tabIndex, name })
    for (const part of parts(turns)) {
      const finished = part.map((turn) => finishedTurn(turn, known, now))
      messageIds.push(...(await given.queries.addFinished(tx, { tabId, userId: viewer.userId }, finished)))
    }
  }
  return { project, messageIds }
}

/** One chat is a chat; several are a project. */
const CHAT_TYPE = 0
const SHARED_TYPE = 2

function finishedTurn(turn: Turn, known: Known, now: Date): FinishedTurn {
  return {
    queryText: turn.queryText,
    responseText: turn.responseText,
    reasoningText: turn.reasoningText ?? '',
    ...modelOf(turn.modelName?.toWellFormed() ?? '', known),
    rating: turn.rating ?? 0,
    created: timeOf(turn.created, now),
  }
}

/** A model that is not here keeps its name, as text, under the ids of Guide. */
function modelOf(name: string, known: Known) {
  const found = known.get(name)
  if (found) return found
  const [modelName = '', ...tag] = name.split(':')
  return { modelId: 1, modelTagId: 1, modelName, modelTagName: tag.join(':') }
}

/** An export's time, unless it is one that cannot be. */
function timeOf(created: string | undefined, now: Date): Date {
  const time = Date.parse(created ?? '')
  return time > 0 && time < now.getTime() ? new Date(time) : now
}

function* parts(turns: readonly Turn[]): Generator<Turn[]> {
  let part: Turn[] = []
  let characters = 0
  for (const turn of turns) {
    part.push(turn)
    characters += turn.queryText.length + turn.responseText.length + (turn.reasoningText?.length ?? 0)
    if (part.length < TURNS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length) yield part
}
