// An answer that is followed, and how it grows. Pure.
import type { Answer, AnswerEvent, Attachment } from '@polylogue/contract'
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE } from '@polylogue/contract/browser'

/** What was asked on this page, as the thread shows it until the stored message is known. */
export interface Asked {
  text: string
  attachments: readonly Attachment[]
  modelId: number
  modelTagId: number
  modelName: string
  modelTagName: string
  /** The message in whose place the answer stands. */
  replacesQueryId: number | undefined
  /** The older versions that were shown, and are sent. */
  shownQueryIds?: readonly number[] | undefined
  /** The answer goes on from the text of the message it replaces. */
  continues?: boolean | undefined
}

/** Where a conversation is. */
export interface Place {
  projectId: number
  tabId: number
}

/**
 * One answer that is followed. It is renewed when more has changed than that its text or reasoning became longer: all of these
 * are found through `growth`. Times are milliseconds of the page's clock.
 */
export interface Run {
  readonly key: string
  readonly tabId: number
  /** Undefined when the question was asked elsewhere: its message is in the list then. */
  readonly asked: Asked | undefined
  /** The message’s id; undefined until the server has stored the question. */
  readonly queryId: number | undefined
  readonly answer: Answer
  readonly began: number
  /** When the first piece of the answer’s text came. */
  readonly wroteFrom: number | undefined
  /** When the last piece of anything came. */
  readonly heardAt: number
  /** When the reasoning began, and when it ended. */
  readonly thoughtFrom: number | undefined
  readonly thoughtTo: number | undefined
  readonly stopping: boolean
  /** It is not followed at the moment, because too many others are. */
  readonly parked: boolean
  /** Why following it ended although the answer goes on; it can be followed again. */
  readonly lost: unknown
  readonly growth: Grown
}

/** Leads from a run, as it is handed around, to all that has come of it until the last frame. */
export interface Grown {
  readonly newest: () => Run | undefined
  readonly watch: (listener: () => void) => () => void
  /** Tells whoever watches; within a frame. */
  show(newest: Run): void
}

export type Live = { -readonly [Key in keyof Run]: Run[Key] }

export const NEW_RUN = {
  answer: EMPTY_ANSWER,
  wroteFrom: undefined,
  thoughtFrom: undefined,
  thoughtTo: undefined,
  stopping: false,
  parked: false,
  lost: undefined,
} as const

/** Takes in one more event, heard at a time of the page's clock. */
export function take(live: Live, event: AnswerEvent, now: number): void {
  live.answer = foldAnswer(live.answer, event)
  live.heardAt = now
  if (event.type === 'reasoning') live.thoughtFrom ??= now
  if (event.type === 'text' && event.text !== '') {
    live.wroteFrom ??= now
    if (live.thoughtFrom !== undefined) live.thoughtTo ??= now
  }
}

/** Whether an answer is still being written: states 0 and 1. */
export const isUnfinished = (message: { state: number }): boolean => message.state < MESSAGE_STATE.done
