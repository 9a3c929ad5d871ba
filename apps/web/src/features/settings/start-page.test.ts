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
    ['nothing', {}, undefined],
    ['an unknown type', { defaultStartupType: 'moon' }, undefined],
    ['the overview', { defaultStartupType: 'projectsOverview' }, { type: 'projectsOverview', uri: '' }],
    [
      'an address of one’s own',
      { defaultStartupType: 'customUri', defaultStartupUri: '/projects/7' },
      { type: 'customUri', uri: '/projects/7' },
    ],
    [
      'an address elsewhere counts as nothing',
      { defaultStartupType: 'customUri', defaultStartupUri: 'https://example.org' },
      undefined,
    ],
    [
      'the address of another type is ignored',
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
  ])('set at %s it is of type %s and leads to %j', (path, type, leads) => {
    const start = startPageAt(path, '3')
    expect(start.type).toBe(type)
    expect(pathOf(start)).toBe(leads)
    expect(isSameStart(start, startPageAt(path, '3'))).toBe(true)
  })
})
