import { describe, expect, test } from 'vitest'
import type { Message } from '@polylogue/contract'
import { EMPTY_ANSWER } from '@polylogue/contract/browser'
import { Growth } from '#features/runs/index.ts'
import type { SentQuestion, Run } from '#features/runs/index.ts'
import { turnsOf } from './turns.ts'

const message = (id: number, turnId = id): Message =>
  ({ id, turnId, queryText: `q${id}`, shownQueryIds: [] as number[] }) as Message
const asked = (replacesQueryId?: number): SentQuestion => ({
  text: 'q',
  attachments: [],
  modelId: 1,
  modelTagId: 1,
  modelName: 'm',
  modelTagName: 't',
  replacesQueryId,
})
const run = (key: string, queryId: number | undefined, own?: SentQuestion): Run => ({
  key,
  tabId: 1,
  asked: own,
  queryId,
  answer: EMPTY_ANSWER,
  began: 0,
  heardAt: 0,
  wroteFrom: undefined,
  thoughtFrom: undefined,
  thoughtTo: undefined,
  stopping: false,
  state: 'streaming',
  lost: undefined,
  growth: new Growth(),
})
const shape = (turns: ReturnType<typeof turnsOf>) =>
  turns.map((turn) => [
    turn.key,
    ...turn.versions.map((version) => `${version.message?.id ?? '-'}/${version.run?.key ?? '-'}`),
  ])
const none = () => undefined

describe('turns', () => {
  test('are ordered by their first version and contain all versions', () => {
    const turns = turnsOf([message(3), message(5, 1), message(1)], [], none)
    expect(shape(turns)).toEqual([
      ['message-1', '1/-', '5/-'],
      ['message-3', '3/-'],
    ])
  })

  test('attach a running answer to its message', () => {
    expect(shape(turnsOf([message(1)], [run('run-1', 1)], none))).toEqual([['message-1', '1/run-1']])
  })

  test('keep the position and key of a question from sending until it is stored', () => {
    const keyOf = (id: number) => (id === 9 ? 'run-1' : undefined)
    const before = turnsOf([message(1)], [run('run-1', undefined, asked())], none)
    const stored = turnsOf([message(1)], [run('run-1', 9, asked())], keyOf)
    const listed = turnsOf([message(1), message(9)], [run('run-1', 9, asked())], keyOf)
    const done = turnsOf([message(1), message(9)], [], keyOf)
    expect([before, stored, listed, done].map((turns) => turns.map((turn) => turn.key))).toEqual(
      Array.from({ length: 4 }, () => ['message-1', 'run-1']),
    )
    expect(done[1]?.versions[0]?.key).toBe('run-1')
  })

  test('get another version when a question is asked again, before and after it is stored', () => {
    const keyOf = (id: number) => (id === 9 ? 'run-1' : undefined)
    expect(shape(turnsOf([message(1), message(2)], [run('run-1', undefined, asked(1))], none))).toEqual([
      ['message-1', '1/-', '-/run-1'],
      ['message-2', '2/-'],
    ])
    expect(
      shape(turnsOf([message(1), message(2), message(9, 1)], [run('run-1', 9, asked(1))], keyOf)),
    ).toEqual([
      ['message-1', '1/-', '9/run-1'],
      ['message-2', '2/-'],
    ])
  })

  test('contain a question once if it is listed before its stream reports its id', () => {
    const listed = { ...message(9), queryText: 'q', state: 1 } as Message
    const pending = run('run-1', undefined, asked())
    expect(shape(turnsOf([listed], [pending], none))).toEqual([['message-9', '9/-']])
    expect(shape(turnsOf([listed], [pending, run('run-2', 9)], none))).toEqual([['message-9', '9/run-2']])
    const finished = { ...listed, state: 2 } as Message
    for (const [messages, runs] of [
      [[finished], [pending]],
      [[listed], [run('run-0', 9, asked()), pending]],
    ] as const)
      expect(turnsOf(messages, runs, none), 'the same question again').toHaveLength(2)
  })

  test('contain a message of two pages as one version', () => {
    expect(shape(turnsOf([message(1), message(1)], [], none))).toEqual([['message-1', '1/-']])
  })
})
