// What an import is made of: its portions, their fingerprints, times and sizes. Pure.
import { createHash } from 'node:crypto'
import type { CallInput, contract, ImportedChat } from '@polylogue/contract'
import type { FinishedTurn } from '#features/queries/index.ts'
import type { ProjectsDeps } from './deps.ts'

export type Import = CallInput<typeof contract.projects.import>['body']
export type Turn = ImportedChat['turns'][number]

/** Checks for a model by its name in the export: `family:tag`, or the family alone. */
export type Known = Awaited<ReturnType<ProjectsDeps['models']['named']>>

/** What becomes one project. */
export interface Portion {
  readonly name: string
  readonly chats: readonly ImportedChat[]
  /** The only chat of a project that has its dates. */
  readonly separate?: ImportedChat
  readonly key: string
}

export function portionsOf({ name, chats, separately }: Import): Portion[] {
  if (!separately) return [{ name, chats, key: keyOf(chats) }]
  return chats.map((chat) => ({ name: chat.name, chats: [chat], separate: chat, key: keyOf([chat]) }))
}

/** Returns the names of the models of chats, each once. */
export function modelNamesIn(chats: readonly ImportedChat[]): string[] {
  return [...new Set(chats.flatMap(({ turns }) => turns.flatMap(({ modelName }) => modelName ?? [])))]
}

/** Rows besides those of its turns that a chat of its own has: its context, its project and its tab. */
const ROWS = 3
/** What a row costs the database, in characters of a text. */
const ROW_SIZE = 600

/** Returns the size of a chat in characters, for the bound of a step. */
export const sizeOf = ({ turns }: ImportedChat): number =>
  charactersOf(turns) + (turns.length + ROWS) * ROW_SIZE

export function finishedTurn(
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
export function timesOf(
  { created, modified, turns }: ImportedChat,
  now: Date,
): { created: Date; modified: Date } {
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
export function timeOf(created: string | undefined, now: Date): Date {
  const time = Date.parse(created ?? '')
  return time > 0 && time < now.getTime() ? new Date(time) : now
}

export function charactersOf(turns: readonly Turn[]): number {
  return turns.reduce(
    (sum, { queryText, responseText, reasoningText }) =>
      sum + queryText.length + responseText.length + (reasoningText?.length ?? 0),
    0,
  )
}
