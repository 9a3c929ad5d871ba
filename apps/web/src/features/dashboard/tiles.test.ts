import { describe, expect, test } from 'vitest'
import { inWords, offeredTiles, readDashboard, readHidden, toggleHidden } from './tiles.ts'

const tile = (id: string, more: object = {}) => ({ id, icon: 'x', to: '/help', ...more })

describe('the dashboard file', () => {
  test('is read in its order, without invalid or duplicate tiles', () => {
    const { enabled, tiles } = readDashboard({
      tiles: [
        tile('one'),
        null,
        tile(''),
        tile('two', { to: 'javascript:alert(1)' }),
        tile('one'),
        tile('three'),
      ],
    })
    expect(enabled).toBe(true)
    expect(tiles.map(({ id }) => id)).toEqual(['one', 'three'])
  })

  test.each([
    ['/projects', true],
    ['?dialog=shortcuts', true],
    ['https://intranet.example/wiki', true],
    ['//elsewhere.example', false],
    ['javascript:alert(1)', false],
    ['projects', false],
  ])('may have a tile with the address %s: %s', (to, kept) => {
    expect(readDashboard({ tiles: [tile('one', { to })] }).tiles).toHaveLength(kept ? 1 : 0)
  })

  test.each([
    [undefined, true],
    [[], true],
    [{ enabled: false }, false],
    [{ enabled: 'no' }, true],
  ])('with the content %j enables the dashboard: %s', (value, enabled) => {
    expect(readDashboard(value)).toEqual({ enabled, tiles: [] })
  })
})

test('a tile that needs a permission is shown only to users who have it', () => {
  const { tiles } = readDashboard({ tiles: [tile('all'), tile('users', { permission: 'can_list_users' })] })
  expect(offeredTiles(tiles, ['can_use_chat'], () => true).map(({ id }) => id)).toEqual(['all'])
  expect(offeredTiles(tiles, ['can_list_users'], () => true).map(({ id }) => id)).toEqual(['all', 'users'])
})

test.each([
  [undefined, []],
  ['', []],
  ['["help"]', ['help']],
  ['[1,"help",null]', ['help']],
  ['{"help":true}', []],
  ['[', []],
])('the setting %j hides %j', (setting, hidden) => {
  expect(readHidden(setting)).toEqual(hidden)
})

test('hiding a hidden tile shows it again and leaves the others', () => {
  expect(toggleHidden(['help'], 'about')).toEqual(['help', 'about'])
  expect(toggleHidden(['help', 'about'], 'help')).toEqual(['about'])
})

test('uses the text in the user’s language, else in English, else in any language', () => {
  expect(inWords({ en: 'Wiki', de: 'Wissen' }, 'de')).toBe('Wissen')
  expect(inWords({ en: 'Wiki' }, 'bg')).toBe('Wiki')
  expect(inWords({ fr: 'Savoir' }, 'bg')).toBe('Savoir')
  expect(inWords({}, 'en')).toBe('')
})

test('a tile of a plugin is offered while it is installed', () => {
  const { tiles } = readDashboard({
    tiles: [
      { id: 'ideas', to: '/plugins/prompt-ideas', plugin: 'prompt-ideas' },
      { id: 'api', to: '/help/api', plugin: 'api' },
    ],
  })
  expect(offeredTiles(tiles, [], (id) => id !== 'api').map(({ id }) => id)).toEqual(['ideas'])
})
