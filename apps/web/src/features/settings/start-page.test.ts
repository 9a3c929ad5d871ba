import { describe, expect, test } from 'vitest'
import { isLocalPath, isSameStart, pathOf, startPageAt, storedStartPage } from './start-page.ts'

test.each([
  ['/projects/7', true],
  ['/help/tabs#add', true],
  ['/', true],
  ['', false],
  ['projects/7', false],
  ['https://example.org/', false],
  ['/redirect?to=https://example.org', false],
  ['//example.org/x', false],
  ['/\\example.org', false],
  ['javascript:alert(1)', false],
])('%j is a local path: %j', (uri, local) => {
  expect(isLocalPath(uri)).toBe(local)
})

describe('the stored start page', () => {
  test.each([
    ['none without settings', {}, undefined],
    ['none for an unknown type', { defaultStartupType: 'moon' }, undefined],
    ['the overview', { defaultStartupType: 'projectsOverview' }, { type: 'projectsOverview', uri: '' }],
    [
      'an address chosen by the user',
      { defaultStartupType: 'customUri', defaultStartupUri: '/projects/7' },
      { type: 'customUri', uri: '/projects/7' },
    ],
    [
      'none for an address of another site',
      { defaultStartupType: 'customUri', defaultStartupUri: 'https://example.org' },
      undefined,
    ],
    [
      'the type alone if it needs no address',
      { defaultStartupType: 'dashboard', defaultStartupUri: '/projects/7' },
      { type: 'dashboard', uri: '' },
    ],
  ] as const)('%s', (_, stored, start) => {
    expect(storedStartPage(stored)).toEqual(start)
  })

  test.each([
    ['/', 'dashboard', '/'],
    ['/projects', 'projectsOverview', '/projects'],
    ['/users/me', 'myProfile', '/users/me'],
    ['/projects/3', 'newProject', undefined],
    ['/projects/4', 'customUri', '/projects/4'],
    ['/help/tabs', 'customUri', '/help/tabs'],
  ])('set on %s has the type %s and opens %j', (path, type, leads) => {
    const start = startPageAt(path, '3')
    expect(start.type).toBe(type)
    expect(pathOf(start)).toBe(leads)
    expect(isSameStart(start, startPageAt(path, '3'))).toBe(true)
  })
})
