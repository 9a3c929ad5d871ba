import { describe, expect, test } from 'vitest'
import { nextState, type RunEvent, type RunState } from './state.ts'

const EVENTS = [
  'ask',
  'found',
  'stored',
  'refused',
  'queued',
  'written',
  'parked',
  'lost',
  'opened',
  'ended',
  'left',
] as const satisfies readonly RunEvent[]

/** The table of decision 124: a row for each state, a column for each event; '-' stays in the state. */
const TABLE: Record<RunState, string> = {
  //         ask     found   stored refused queued written   parked  lost    opened ended left
  idle: '    sending waiting -      -       -      -         -       -       -      -     -',
  sending: ' -       -       stored ended   -      -         -       -       -      -     ended',
  stored: '  -       -       -      -       queued streaming waiting waiting -      ended ended',
  queued: '  -       -       -      -       -      streaming waiting waiting -      ended ended',
  streaming: '-      -       -      -       queued -         waiting waiting -      ended ended',
  waiting: ' -       -       -      -       -      -         -       -       stored ended ended',
  ended: '   -       -       -      -       -      -         -       -       -      -     -',
}

describe.each(Object.entries(TABLE))('an answer that is %s', (state, row) => {
  const cells = row.trim().split(/ +/)
  test.each(EVENTS.map((event, at) => [event, cells[at] ?? ''] as const))('%s: %s', (event, cell) => {
    expect(cells).toHaveLength(EVENTS.length)
    expect(nextState(state as RunState, event)).toBe(cell === '-' ? state : cell)
  })
})

describe('what happens to an answer', () => {
  const after = (...events: RunEvent[]) => events.reduce(nextState, 'idle')

  test.each<[string, RunEvent[], RunState]>([
    ['asked here and answered', ['ask', 'stored', 'queued', 'written', 'written', 'ended'], 'ended'],
    ['not stored', ['ask', 'refused'], 'ended'],
    ['found after a reload, then followed', ['found', 'opened', 'written'], 'streaming'],
    ['asked in a second tab, and over before this one followed it', ['found', 'ended'], 'ended'],
    ['cut off by a lost connection, then followed again', ['ask', 'stored', 'lost', 'opened'], 'stored'],
    [
      'cut off by an expired session, and over at the next sign-in',
      ['found', 'opened', 'lost', 'ended'],
      'ended',
    ],
    ['late events of an ended answer', ['ask', 'stored', 'ended', 'written', 'lost'], 'ended'],
    ['the user signs out', ['ask', 'stored', 'queued', 'left'], 'ended'],
  ])('%s', (_, events, state) => {
    expect(after(...events)).toBe(state)
  })
})
