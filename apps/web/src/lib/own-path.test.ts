import { afterEach, expect, test, vi } from 'vitest'
import { correctAddress, isOwnPath, pathAfterSignIn } from './own-path.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/projects/7?tab=2#end', true],
  ['/', true],
  ['', false],
  ['projects/7', false],
  ['//example.org/x', false],
  ['/\\example.org', false],
  ['/\t/example.org', false],
  ['https://example.org/', false],
  ['javascript:alert(1)', false],
])('%j is a path of this app: %j', (path, own) => {
  expect(isOwnPath(path)).toBe(own)
  expect(pathAfterSignIn(path)).toBe(own ? path : '/')
})

test.each([undefined, null, 7, {}])('opens the start page after a sign-in without an address: %j', (from) => {
  expect(pathAfterSignIn(from)).toBe('/')
})

test('an address that the history takes for another site becomes one of this app', () => {
  const replaceState = vi.fn()
  vi.stubGlobal('history', { state: null, replaceState })
  correctAddress({ pathname: '/projects', search: '', hash: '' })
  expect(replaceState).not.toHaveBeenCalled()
  correctAddress({ pathname: '//example.org/x', search: '?a=1', hash: '#b' })
  expect(replaceState).toHaveBeenCalledWith(null, '', '/example.org/x?a=1#b')
})
