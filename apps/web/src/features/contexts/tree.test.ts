import { describe, expect, test } from 'vitest'
import { foundIn, treeOf, type Branch } from './tree.ts'

const ORG_UNIT = 2
const TEAM = 3

const group = (id: number, displayName: string, contextTypeId: number, members: readonly number[] = []) => ({
  id,
  displayName,
  contextTypeId,
  // The first association is the caller's own access and not a membership.
  assocContexts: [1, ...members].map((contextId) => ({
    contextId,
    hasReadAccess: true,
    hasWriteAccess: false,
    hasAdminAccess: false,
  })),
})

const HOUSE = [
  group(1, 'Werke', ORG_UNIT, [2, 3, 77]),
  group(2, 'Netz', ORG_UNIT, [4]),
  group(3, 'Einkauf', TEAM),
  group(4, 'Störung', TEAM, [5]),
  group(5, 'Bereitschaft', TEAM),
]

type Shape = [name: string, inside: Shape[]]
const shape = (branch: Branch<(typeof HOUSE)[number]>): Shape => [
  branch.group.displayName,
  branch.inside.map(shape),
]

describe('the tree of groups', () => {
  test('lists groups below their parents, by name, without people', () => {
    expect(treeOf(HOUSE, ORG_UNIT).map(shape)).toEqual([
      [
        'Werke',
        [
          ['Einkauf', []],
          ['Netz', [['Störung', [['Bereitschaft', []]]]]],
        ],
      ],
    ])
  })

  test('lists the groups of one type, except those inside another group of that type', () => {
    expect(treeOf(HOUSE, TEAM).map(shape)).toEqual([
      ['Einkauf', []],
      ['Störung', [['Bereitschaft', []]]],
    ])
  })

  test('gives a group its own path in each parent', () => {
    const both = [group(1, 'A', ORG_UNIT, [3]), group(2, 'B', ORG_UNIT, [3]), group(3, 'C', TEAM)]
    const paths = treeOf(both, ORG_UNIT).flatMap(({ inside }) => inside.map(({ path }) => path))
    expect(paths).toEqual(['1-3', '2-3'])
  })

  test('stops where a cycle returns to its start', () => {
    const circle = [group(1, 'A', ORG_UNIT, [2]), group(2, 'B', TEAM, [1])]
    expect(treeOf(circle, TEAM).map(shape)).toEqual([['B', [['A', []]]]])
  })
})

test('the search requires every word and finds groups at any depth', () => {
  expect(
    foundIn(HOUSE, 'ereit schaft').map(({ group: { displayName }, within }) => [displayName, within]),
  ).toEqual([['Bereitschaft', ['Störung']]])
  expect(foundIn(HOUSE, 'werk kauf')).toEqual([])
})

test('finds groups without accents, each with all groups that contain it', () => {
  const twice = [...HOUSE, group(6, 'Weiß', TEAM, [4])]
  expect(foundIn(twice, 'storung').map(({ group: { id }, within }) => [id, within])).toEqual([
    [4, ['Netz', 'Weiß']],
  ])
  expect(foundIn(twice, 'WEISS').map(({ group: { id } }) => id)).toEqual([6])
})
