// Builds the turns of a conversation: in order, each with the versions of its answer, including running ones. Pure.
import type { Message, Project, Tab } from '@polylogue/contract'
import { isRunning, type Run } from '#features/runs/index.ts'

/** The place of a turn and the rights of the user there. */
export interface TurnPlace {
  project: Project
  tab: Tab
  canWrite: boolean
  /** Shows answers only when they are complete. */
  whole?: boolean
}

/** One version of a turn: a stored message, a run, or both. */
export interface Version {
  readonly key: string
  readonly message: Message | undefined
  readonly run: Run | undefined
}

export interface Turn {
  readonly key: string
  /** Oldest first; never empty. */
  readonly versions: readonly Version[]
  /** The older version that the last question of the tab was sent with; undefined for the newest. */
  readonly shownId: number | undefined
}

/** Returns the index of the default version of a turn. */
export function shownVersion({ versions, shownId }: Turn): number {
  const index = shownId === undefined ? -1 : versions.findIndex(({ message }) => message?.id === shownId)
  return index < 0 ? versions.length - 1 : index
}

/**
 * Returns the older versions that the last question of the tab was sent with, and the id of that question if it is stored.
 */
export function lastShown(
  messages: readonly Message[],
  runs: readonly Run[],
): { ids: readonly number[]; by: number | undefined } {
  const asked = runs.findLast((run) => run.asked && run.queryId === undefined)?.asked
  if (asked) return { ids: asked.shownQueryIds ?? [], by: asked.replacesQueryId }
  const last = messages.reduce<Message | undefined>(
    (one, other) => (one && one.id > other.id ? one : other),
    undefined,
  )
  const run = runs.findLast((one) => one.asked && (one.queryId ?? 0) > (last?.id ?? 0))
  if (run) return { ids: run.asked?.shownQueryIds ?? [], by: run.queryId }
  return { ids: last?.shownQueryIds ?? [], by: last?.id }
}

/** Returns the turns of a tab from its messages (in any order) and the runs of this page. */
export function turnsOf(
  messages: readonly Message[],
  runs: readonly Run[],
  keyOf: (queryId: number) => string | undefined,
): Turn[] {
  const places = new Map<number, Version[]>()
  const turnOf = new Map<number, number>()
  const put = (turnId: number, version: Version) =>
    places.set(turnId, [...(places.get(turnId) ?? []), version])
  const runOf = new Map(
    runs.flatMap((run) => (run.queryId === undefined ? [] : [[run.queryId, run] as const])),
  )
  const single = [...new Map(messages.map((message) => [message.id, message])).values()]
  for (const message of single.toSorted((one, other) => one.turnId - other.turnId || one.id - other.id)) {
    turnOf.set(message.id, message.turnId)
    put(message.turnId, {
      key: keyOf(message.id) ?? `message-${message.id}`,
      message,
      run: runOf.get(message.id),
    })
  }
  for (const run of runs) {
    if (!run.asked || isListed(run, turnOf) || isListedUnnamed(run, single, runOf)) continue
    const replaced = run.asked.replacesQueryId
    const place = replaced === undefined ? undefined : turnOf.get(replaced)
    // A question that is not stored yet is last; so is one whose turn is not loaded.
    put(place ?? run.queryId ?? Number.MAX_SAFE_INTEGER, { key: run.key, message: undefined, run })
  }
  const shown = lastShown(messages, runs)
  return [...places.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([turnId, versions]) => ({
      key: versions[0]?.message || versions.length > 1 ? turnKey(turnId, keyOf) : (versions[0]?.key ?? ''),
      versions,
      shownId: shownIdOf(versions, shown),
    }))
}

const isListed = ({ queryId }: Run, turnOf: ReadonlyMap<number, number>): boolean =>
  queryId !== undefined && turnOf.has(queryId)

/** Whether the list already has the question of a run whose stream has not yet sent its id. */
function isListedUnnamed(
  { asked, queryId }: Run,
  messages: readonly Message[],
  runOf: ReadonlyMap<number, Run>,
): boolean {
  if (queryId !== undefined) return false
  return messages.some((message) => {
    const run = runOf.get(message.id)
    return isRunning({ run, message }) && message.queryText === asked?.text && !run?.asked
  })
}

// The turn that the last question replaced shows its newest version.
function shownIdOf(versions: readonly Version[], { ids, by }: ReturnType<typeof lastShown>) {
  if (ids.length === 0 || versions.some(({ message, run }) => (message?.id ?? run?.queryId) === by))
    return undefined
  return versions.find(({ message }) => message && ids.includes(message.id))?.message?.id
}

// A turn that was streamed on this page keeps the key that it had before it was stored.
const turnKey = (turnId: number, keyOf: (queryId: number) => string | undefined): string =>
  keyOf(turnId) ?? `message-${turnId}`

/**
 * Returns a function that reuses unchanged turns of the previous call, so that a long thread re-renders only the running
 * turn.
 */
export function createTurnSharing(): (turns: readonly Turn[]) => readonly Turn[] {
  let known = new Map<string, Turn>()
  let last: readonly Turn[] = []
  return (turns) => {
    const shared = turns.map((turn) => {
      const before = known.get(turn.key)
      return before && sameTurn(before, turn) ? before : turn
    })
    if (shared.length === last.length && shared.every((turn, index) => turn === last[index])) return last
    known = new Map(shared.map((turn) => [turn.key, turn]))
    last = shared
    return shared
  }
}

const sameTurn = (one: Turn, other: Turn): boolean =>
  one.shownId === other.shownId &&
  one.versions.length === other.versions.length &&
  one.versions.every((version, index) => sameVersion(version, other.versions[index]))

const sameVersion = (one: Version, other: Version | undefined): boolean =>
  one.key === other?.key && one.message === other.message && one.run === other.run

/** Returns the question of a version, stored or not. */
export const questionOf = ({ message, run }: Version): string => message?.queryText ?? run?.asked?.text ?? ''
