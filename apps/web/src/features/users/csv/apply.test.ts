import { contract } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { ApiProblem } from '#lib/api.ts'
import { applyRows } from './apply.ts'
import type { Writing } from './plan.ts'

type Api = Parameters<typeof applyRows>[0]
const NETZ = { id: 10, name: 'Netz' }
const create = (line: number, more: Partial<Writing> = {}): Writing =>
  ({
    line,
    name: `P${line}`,
    does: 'create',
    wanted: { firstName: 'P', lastName: String(line), email: `p${line}@example.org` },
    joins: [NETZ],
    ...more,
  }) as Writing
const problem = (status: number, code: string, retryAfter?: number) =>
  Object.assign(Object.create(ApiProblem.prototype) as ApiProblem, { status, code, retryAfter })

/** Answers as the server does; `fails` may throw. */
function apiOf(fails: (email: string) => void = () => {}) {
  const calls: { call: unknown; input: { body: Record<string, unknown> } }[] = []
  let id = 100
  const api = {
    call(call: unknown, input: { body: { email?: string; add?: number[] } }) {
      calls.push({ call, input: input as { body: Record<string, unknown> } })
      if (call === contract.contexts.changeMembers)
        return Promise.resolve({ data: { added: [], removed: [], leftOut: [{ id: 102 }] } })
      try {
        fails(input.body.email ?? '')
      } catch (error) {
        return Promise.reject(error as Error)
      }
      return Promise.resolve({ data: { user: { context: { id: ++id } }, oneTimePassword: `secret${id}` } })
    },
  } as unknown as Api
  return { api, calls }
}

test('writes each row, then the groups at once; says who could not join', async () => {
  const { api, calls } = apiOf()
  const shown: number[] = []
  const written = await applyRows(api, [create(2), create(3)], new AbortController().signal, (now) =>
    shown.push(now.length),
  )
  expect(written.map(({ password, notJoined }) => [password, notJoined])).toEqual([
    ['secret101', []],
    ['secret102', ['Netz']],
  ])
  expect(calls.at(-1)?.input.body).toEqual({ add: [101, 102] })
  expect(shown).toEqual([1, 2, 2])
})

test('a row that the server refuses loses no other row', async () => {
  const { api } = apiOf((email) => {
    if (email === 'p2@example.org') throw problem(409, 'NAME_TAKEN')
  })
  const written = await applyRows(api, [create(2), create(3)], new AbortController().signal, () => {})
  expect(written.map(({ error }) => (error as ApiProblem | undefined)?.code)).toEqual([
    'NAME_TAKEN',
    undefined,
  ])
  expect(written[0]?.notJoined).toEqual(['Netz'])
})

test('waits as long as the server asks for, and writes the row again', async () => {
  let tries = 0
  const { api } = apiOf(() => {
    if (++tries === 1) throw problem(429, 'TOO_MANY_REQUESTS', 0)
  })
  const written = await applyRows(api, [create(2)], new AbortController().signal, () => {})
  expect([tries, written[0]?.error]).toEqual([2, undefined])
})

test('waits while the queue of passwords is full', async () => {
  let tries = 0
  const { api } = apiOf(() => {
    if (++tries === 1) throw problem(503, 'SERVER_BUSY', 0)
  })
  const written = await applyRows(api, [create(2)], new AbortController().signal, () => {})
  expect([tries, written[0]?.error]).toEqual([2, undefined])
})

test('says that it is unknown whether a row was written when there was no response', async () => {
  const { api } = apiOf((email) => {
    if (email === 'p2@example.org') throw problem(0, 'OFFLINE')
    if (email === 'p3@example.org') throw problem(503, 'DATABASE_DOWN')
  })
  const written = await applyRows(
    api,
    [create(2), create(3), create(4)],
    new AbortController().signal,
    () => {},
  )
  expect(written.map(({ unknown, error }) => [unknown, error !== undefined])).toEqual([
    [true, true],
    [undefined, true],
    [undefined, false],
  ])
})

test('stopping ends it after the current row, which still joins its groups', async () => {
  const stop = new AbortController()
  const { api, calls } = apiOf()
  const written = await applyRows(api, [create(2), create(3)], stop.signal, () => stop.abort())
  expect(written).toHaveLength(1)
  expect(calls.at(-1)?.call).toBe(contract.contexts.changeMembers)
})

test('a change sends only what differs, based on what was read', async () => {
  const { api, calls } = apiOf()
  const person = { id: 5, modified: '2026-11-27T10:00:00.000Z', context: { id: 50 } }
  const row = {
    line: 2,
    name: 'P',
    does: 'change',
    person,
    wanted: { roleId: 6, status: 'disabled' },
    joins: [],
  }
  await applyRows(api, [row as unknown as Writing], new AbortController().signal, () => {})
  expect(calls[0]?.input).toEqual({
    params: { id: 5 },
    body: { roleId: 6, account: { canUseUi: false, canUseApi: false }, ifModified: person.modified },
  })
})
