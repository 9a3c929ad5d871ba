import { expect, test } from 'vitest'
import { readActions } from './own-actions.ts'

test('leaves out invalid groups, groups without tiles and tiles with unsafe addresses', () => {
  const groups = readActions({
    groups: [
      {
        id: 'shortcuts',
        tiles: [
          { id: 'projects', icon: 'folders', to: '/projects' },
          { id: 'x', to: 'javascript:x' },
        ],
      },
      { id: 'empty', tiles: [] },
      { tiles: [{ id: 'help', to: '/help' }] },
      'nonsense',
    ],
  })
  expect(groups.map(({ id, tiles }) => [id, tiles.map((tile) => tile.id)])).toEqual([
    ['shortcuts', ['projects']],
  ])
  expect(readActions('nonsense')).toEqual([])
})
