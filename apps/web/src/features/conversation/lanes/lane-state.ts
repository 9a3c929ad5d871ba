// The answer of a tab in a comparison, running or stored, and its state.
import type { Message } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/browser'
import { isRunning, type Run } from '#features/runs/index.ts'
import type { TurnPlace, Version } from '../versions/turns.ts'
import { useFollowingIn, useRuns } from '../messages/index.ts'

export type LaneState = 'sending' | 'queued' | 'working' | 'writing' | 'done' | 'failed' | 'stopped'

export interface LaneAnswer {
  version: Version
  state: LaneState
  /** The answer is still running. */
  live: boolean
}

/**
 * Returns the newest of `messages` (those of the comparison in this tab), or the running answer. `queryId` identifies a
 * message that is not in the list yet.
 */
export function useLane(
  place: TurnPlace,
  messages: readonly Message[],
  queryId: number | undefined,
): LaneAnswer {
  const { store, runs } = useRuns(place.tab.id)
  useFollowingIn(store, place.tab, messages)
  const newest = messages.toSorted((one, other) => one.id - other.id).at(-1)
  const run = runs.findLast((one) => belongs(one, newest, queryId))
  const message = run && run.queryId !== newest?.id ? undefined : newest
  const version = { key: run?.key ?? `message-${message?.id ?? 0}`, message, run }
  return {
    version,
    state: stateOf(version),
    live: !message || isRunning(version),
  }
}

/** A run belongs to the lane if it writes, asks or replaces its message. */
function belongs(run: Run, newest: Message | undefined, queryId: number | undefined): boolean {
  if (run.queryId !== undefined && (run.queryId === newest?.id || run.queryId === queryId)) return true
  if (run.asked?.replacesQueryId !== undefined) return run.asked.replacesQueryId === newest?.id
  return newest === undefined && queryId === undefined
}

function stateOf({ message, run }: Version): LaneState {
  if (run) {
    if (run.answer.text !== '') return 'writing'
    if (run.queryId === undefined) return 'sending'
    return run.answer.phase === 'queued' ? 'queued' : 'working'
  }
  return message ? (STORED[message.state] ?? 'working') : 'sending'
}

const STORED: Readonly<Record<number, LaneState>> = {
  [MESSAGE_STATE.done]: 'done',
  [MESSAGE_STATE.failed]: 'failed',
  [MESSAGE_STATE.aborted]: 'stopped',
}
