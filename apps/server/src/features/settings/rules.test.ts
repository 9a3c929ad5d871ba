import { expect, test } from 'vitest'
import { endOfValidity, faultOf } from './rules.ts'

const bookmark = (uri: string) => JSON.stringify([{ title: 'x', uri }])

test.each(['', '/', '/projects/5?r=true#end', 'projects', '/share/chats/abc'])(
  '%s may be the start page',
  (uri) => {
    expect(faultOf('defaultStartupUri', uri)).toBeUndefined()
  },
)

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'data:text/html,x',
  'https://evil.example',
  'http://here.invalid@evil.example',
  '/go?to=https://evil.example',
])('%j may not be the start page (SETTING-2)', (uri) => {
  expect(faultOf('defaultStartupUri', uri)).toMatch(/must be a path/)
})

test.each(['[]', '', bookmark('/projects/5'), bookmark('https://example.org/a'), bookmark('projects')])(
  '%s may be the bookmarks',
  (value) => {
    expect(faultOf('bookmarks', value)).toBeUndefined()
  },
)

test.each([
  '{}',
  'no JSON',
  '[1]',
  '[null]',
  '[{"title":"x"}]',
  bookmark('javascript:alert(1)'),
  bookmark(' JAVA\tSCRIPT:alert(1)'),
  bookmark('data:text/html,x'),
  bookmark('http://['),
])('%s may not be the bookmarks', (value) => {
  expect(faultOf('bookmarks', value)).toMatch(/must be a JSON list/)
})

test('other settings take any text', () => {
  expect(faultOf('plStats', 'javascript:x')).toBeUndefined()
})

test('a date is valid until its last second, a time until that time', () => {
  expect(endOfValidity('9999-12-30').toISOString()).toBe('9999-12-30T23:59:59.000Z')
  expect(endOfValidity('2030-01-02T03:04:05.006Z').toISOString()).toBe('2030-01-02T03:04:05.006Z')
})

test.each(['true', 'false'])('a plugin may be installed: %s', (value) => {
  expect(faultOf('plugin.translate', value)).toBeUndefined()
})

test.each(['', 'yes', '0'])('%j does not say whether a plugin is installed', (value) => {
  expect(faultOf('plugin.translate', value)).toBe('must be true or false')
})
