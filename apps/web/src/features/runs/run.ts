// A followed answer and how events change it. Pure.
import type { Answer, AnswerEvent, Attachment, Message } from '@polylogue/contract'
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE } from '@polylogue/contract/browser'
import { nextState, type RunEvent, type RunState } from './state.ts'

/** A question of this page, shown in the thread until its message is loaded. */
export interface SentQuestion {
  text: string
  attachments: readonly Attachment[]
  modelId: number
  modelTagId: number
  modelName: string
  modelTagName: string
  /** The message that the answer replaces. */
  replacesQueryId: number | undefined
  /** The older versions that were shown; sent with the question. */
  shownQueryIds?: readonly number[] | undefined
  /** Continues the text of the message it replaces. */
  continues?: boolean | undefined
}

/**
 * One followed answer. A new object is created for every change except more text or reasoning, which are read through
 * `growth`. Times are milliseconds of the page clock.
 */
export interface Run {
  readonly key: string
  readonly tabId: number
  readonly state: RunState
  /** Undefined if the question was asked on another page: its message is in the list then. */
  readonly asked: SentQuestion | undefined
  /** Id of the message; undefined until the server has stored the question. */
  readonly queryId: number | undefined
  readonly answer: Answer
  readonly began: number
  /** Time of the first text event. */
  readonly wroteFrom: number | undefined
  /** Time of the last event. */
  readonly heardAt: number
  /** Start and end of the reasoning. */
  readonly thoughtFrom: number | undefined
  readonly thoughtTo: number | undefined
  readonly stopping: boolean
  /** Why it is not followed although the answer is still running; undefined if it waits for a free stream. */
  readonly lost: unknown
  readonly growth: Grown
}

/** Gives the content of a run up to the last frame. */
export interface Grown {
  readonly newest: () => Run | undefined
  readonly watch: (listener: () => void) => () => void
  /** Notifies the listeners; call within a frame. */
  show(newest: Run): void
}

export type Live = { -readonly [Key in keyof Run]: Run[Key] }

export const NEW_RUN = {
  state: 'idle',
  answer: EMPTY_ANSWER,
  wroteFrom: undefined,
  thoughtFrom: undefined,
  thoughtTo: undefined,
  stopping: false,
  lost: undefined,
} as const

/** Changes the state of a run. */
export function move(live: Live, event: RunEvent): void {
  live.state = nextState(live.state, event)
}

/** Applies one event, received at `now` of the page clock. */
export function take(live: Live, event: AnswerEvent, now: number): void {
  live.answer = foldAnswer(live.answer, event)
  live.heardAt = now
  move(live, live.answer.phase === 'queued' ? 'queued' : 'written')
  if (event.type === 'reasoning') live.thoughtFrom ??= now
  if (event.type === 'reasoned') {
    live.thoughtFrom ??= live.wroteFrom ?? now
    live.wroteFrom = undefined
    live.thoughtTo = undefined
  }
  if (event.type === 'text' && event.text !== '') {
    live.wroteFrom ??= now
    if (live.thoughtFrom !== undefined) live.thoughtTo ??= now
  }
}

/** Whether the answer waits for a free stream. */
export const isParked = ({ state, lost }: Run): boolean => state === 'waiting' && lost === undefined

/**
 * Whether an answer is still running: this page follows it, or the list of the server has it unfinished. The one place that
 * decides it, so that a run and its message are never read apart.
 */
export const isRunning = ({
  run,
  message,
}: {
  run?: Run | undefined
  message: Listed | undefined
}): boolean => run !== undefined || (message !== undefined && message.state < MESSAGE_STATE.done)

type Listed = Pick<Message, 'state'>
