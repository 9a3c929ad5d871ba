// The states of a running answer in this page, as a pure function (decision 124).

/**
 * `sending`: the server has not stored the question. `stored`: it has, and nothing of the answer has arrived. `queued`: the
 * answer waits for its turn at the model. `streaming`: it is prepared or written. `waiting`: it goes on, and this page does
 * not follow it.
 */
export type RunState = 'idle' | 'sending' | 'stored' | 'queued' | 'streaming' | 'waiting' | 'ended'

/**
 * `ask`: this page asks. `found`: the page learns of an answer that it did not ask for, after a reload or from a second tab.
 * `stored`, `refused`: the reply to the question. `queued`, `written`: an event of the stream. `parked`: its connection is
 * needed. `lost`: the connection or the session ended. `opened`: it is followed again. `ended`: done, failed or stopped.
 * `left`: the user signed out.
 */
export type RunEvent =
  | 'ask'
  | 'found'
  | 'stored'
  | 'refused'
  | 'queued'
  | 'written'
  | 'parked'
  | 'lost'
  | 'opened'
  | 'ended'
  | 'left'

const STOPS = { ended: 'ended', left: 'ended' } as const
const PAUSES = { parked: 'waiting', lost: 'waiting', ...STOPS } as const
const FOLLOWED = { queued: 'queued', written: 'streaming', ...PAUSES } as const

const NEXT: Readonly<Record<RunState, Readonly<Partial<Record<RunEvent, RunState>>>>> = {
  idle: { ask: 'sending', found: 'waiting' },
  sending: { stored: 'stored', refused: 'ended', left: 'ended' },
  stored: FOLLOWED,
  queued: FOLLOWED,
  streaming: FOLLOWED,
  waiting: { opened: 'stored', ...STOPS },
  ended: {},
}

/** Returns the state after an event; an event that a state does not expect changes nothing. */
export const nextState = (state: RunState, event: RunEvent): RunState => NEXT[state][event] ?? state
