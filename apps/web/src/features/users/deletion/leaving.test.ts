import { describe, expect, test } from 'vitest'
import { isMuchLost, leavingOf, lostBy, NOTHING_DECIDED } from './leaving.ts'

const none = { chats: 0, projects: 0, shared: 0, groups: 0, items: [] }
const some = { chats: 2, projects: 3, shared: 1, groups: 0, items: [] }
const many = { chats: 30, projects: 3, shared: 0, groups: 1, items: [] }
const to = { id: 4, name: 'Bea' }

describe('the decision about owned items sent with a deletion', () => {
  test.each([
    ['nothing owned, no decision needed', none, NOTHING_DECIDED, {}],
    ['undecided', some, NOTHING_DECIDED, undefined],
    ['deleted', some, { items: 'delete', to: undefined }, { items: 'delete' }],
    ['handed over without a recipient', some, { items: 'handOver', to: undefined }, undefined],
    ['handed over', some, { items: 'handOver', to }, { items: 'handOver', to: 4 }],
    [
      'only the shared items handed over',
      some,
      { items: 'handOverShared', to },
      { items: 'handOverShared', to: 4 },
    ],
  ] as const)('%s', (_, owns, decision, sent) => expect(leavingOf(owns, decision)).toEqual(sent))
})

test.each([
  [some, 'delete', 5, true],
  [some, 'handOver', 0, false],
  [some, 'handOverShared', 4, false],
  [many, 'delete', 33, true],
  [many, 'handOverShared', 33, true],
  [{ ...some, shared: 0 }, 'delete', 5, false],
] as const)('owning %j, %s loses %i items, many: %j', (owns, items, lost, much) => {
  const decision = { items, to }
  expect(lostBy(owns, decision)).toBe(lost)
  expect(isMuchLost(owns, decision)).toBe(much)
})
