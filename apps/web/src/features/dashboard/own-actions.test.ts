import { expect, test } from 'vitest'
import { readActions } from './own-actions.ts'

test('what is no group, has no tiles or leads somewhere that acts is left out', () => {
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
