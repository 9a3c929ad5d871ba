import type { CustInst } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { choiceOf, idsIn, knownOf, uses } from './choice.ts'

const who = { id: 3, scope: 1 } as CustInst
const respond = { id: 4, scope: 2 } as CustInst

test('choosing an instruction changes only the field of its type', () => {
  expect(choiceOf(who, true)).toEqual({ custInstWhoId: 3 })
  expect(choiceOf(respond, true)).toEqual({ custInstRespondId: 4 })
  expect(choiceOf(respond, false)).toEqual({ custInstRespondId: 0 })
})

test('an instruction is in use only in the field of its type', () => {
  const using = { custInstWhoId: 3, custInstRespondId: 0 }
  expect(uses(using, who)).toBe(true)
  expect(uses({ custInstWhoId: 0, custInstRespondId: 3 }, who)).toBe(false)
  expect(idsIn(using)).toEqual([3])
})

test('ignores instructions that are unreadable, deleted or now of the other type', () => {
  const both = { custInstWhoId: 3, custInstRespondId: 4 }
  expect(knownOf(both, [who, respond])).toEqual(both)
  expect(knownOf(both, [who])).toEqual({ custInstWhoId: 3, custInstRespondId: 0 })
  expect(knownOf(both, [respond])).toEqual({ custInstWhoId: 0, custInstRespondId: 4 })
  expect(knownOf({ custInstWhoId: 4, custInstRespondId: 3 }, [who, respond])).toEqual({
    custInstWhoId: 0,
    custInstRespondId: 0,
  })
})
