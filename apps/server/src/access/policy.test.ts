import { describe, expect, test } from 'vitest'
import { allows, authorize, LEVEL, type Policy } from './index.ts'

const policy: Policy<'look' | 'change' | 'share'> = {
  thing: 'picture',
  needs: { look: LEVEL.read, change: LEVEL.write, share: LEVEL.admin },
}
const outcome = (action: 'look' | 'change' | 'share', item: { level: number } | undefined) => {
  try {
    return authorize(policy, action, item) === item
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('access policy', () => {
  test.each([
    [undefined, 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    [{ level: 0 }, 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    [{ level: 1 }, true, 'PERMISSION_DENIED', 'PERMISSION_DENIED'],
    [{ level: 2 }, true, true, 'PERMISSION_DENIED'],
    [{ level: 3 }, true, true, true],
  ])('%o: look %s, change %s, share %s', (item, look, change, share) => {
    expect([outcome('look', item), outcome('change', item), outcome('share', item)]).toEqual([
      look,
      change,
      share,
    ])
  })

  test('reports an item without read access as not existing', () => {
    expect(() => authorize(policy, 'look', { level: 0 })).toThrow('There is no such picture.')
  })

  test('allows an action from the level that it needs', () => {
    expect([0, 1, 2, 3].map((level) => allows(policy, 'change', level))).toEqual([false, false, true, true])
  })
})
