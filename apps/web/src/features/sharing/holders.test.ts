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

test('the first entry is the user’s own access, the others are the shares', () => {
  expect(ownLevel(item)).toBe('admin')
  expect(holdersOf(item)).toEqual([
    { id: 3, level: 'read' },
    { id: 4, level: 'write' },
    { id: 5, level: 'admin' },
  ])
})

test('sends shares as received, and admin access includes write access', () => {
  expect(entriesOf(holdersOf(item))).toEqual(item.assocContexts.slice(1))
  expect(entriesOf([{ id: 7, level: 'admin' }])).toEqual([entry(7, true, true)])
})

describe('differences from the shares stored by another user', () => {
  const mine: Holder[] = [
    { id: 3, level: 'read' },
    { id: 4, level: 'write' },
  ]
  test.each<[string, Holder[], ReturnType<typeof differences>]>([
    ['the same in another order', mine.toReversed(), []],
    ['another level', [{ id: 3, level: 'admin' }, ...mine.slice(1)], [{ id: 3, level: 'admin' }]],
    ['one share less', mine.slice(1), [{ id: 3, level: null }]],
    ['one share more', [...mine, { id: 8, level: 'read' }], [{ id: 8, level: 'read' }]],
  ])('%s', (_, others, expected) => {
    expect(differences(mine, others)).toEqual(expected)
    expect(sameHolders(mine, others)).toBe(expected.length === 0)
  })
})

test('names new and widened shares with a group that asks for approval', () => {
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
