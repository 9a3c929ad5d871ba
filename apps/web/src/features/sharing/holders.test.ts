import { describe, expect, test } from 'vitest'
import {
  askingGroups,
  differences,
  entriesOf,
  holdersOf,
  ownLevel,
  sameHolders,
  type Holder,
} from './holders.ts'

const entry = (contextId: number, hasWriteAccess = false, hasAdminAccess = false) => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess,
  hasAdminAccess,
})

const item = { assocContexts: [entry(9, true, true), entry(3), entry(4, true), entry(5, true, true)] }

test('the first entry is one’s own access, the others are the shares', () => {
  expect(ownLevel(item)).toBe('admin')
  expect(holdersOf(item)).toEqual([
    { id: 3, level: 'read' },
    { id: 4, level: 'write' },
    { id: 5, level: 'admin' },
  ])
})

test('shares are sent as they were told, and managing means changing', () => {
  expect(entriesOf(holdersOf(item))).toEqual(item.assocContexts.slice(1))
  expect(entriesOf([{ id: 7, level: 'admin' }])).toEqual([entry(7, true, true)])
})

describe('what somebody else stored', () => {
  const mine: Holder[] = [
    { id: 3, level: 'read' },
    { id: 4, level: 'write' },
  ]
  test.each<[string, Holder[], ReturnType<typeof differences>]>([
    ['the same in another order', mine.toReversed(), []],
    ['another level', [{ id: 3, level: 'admin' }, ...mine.slice(1)], [{ id: 3, level: 'admin' }]],
    ['one less', mine.slice(1), [{ id: 3, level: null }]],
    ['one more', [...mine, { id: 8, level: 'read' }], [{ id: 8, level: 'read' }]],
  ])('%s', (_, others, expected) => {
    expect(differences(mine, others)).toEqual(expected)
    expect(sameHolders(mine, others)).toBe(expected.length === 0)
  })
})

test('new and widened shares with a group that asks for approval are named', () => {
  const group = (id: number, asksApproval: boolean) => ({
    id,
    displayName: `Group ${id}`,
    description: '',
    contextTypeId: 3,
    numMembers: 2,
    asksApproval,
  })
  const known = new Map([1, 2, 3, 4].map((id) => [id, group(id, id !== 4)]))
  const stored: Holder[] = [
    { id: 1, level: 'read' },
    { id: 2, level: 'write' },
  ]
  const holders: Holder[] = [
    { id: 1, level: 'write' },
    { id: 2, level: 'read' },
    { id: 3, level: 'read' },
    { id: 4, level: 'admin' },
    { id: 5, level: 'read' },
  ]
  expect(askingGroups({ holders, known }, stored)).toEqual(['Group 1', 'Group 3'])
})
