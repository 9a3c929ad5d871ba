import { expect, test } from 'vitest'
import { advisoriesOf, lastRelease, nextVersion, notesOf, released } from './release-texts.mjs'

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A list.

## [1.2.0] - 2026-01-31

- An older list.
`

test.each([
  ['major', '2.0.0'],
  ['minor', '1.3.0'],
  ['patch', '1.2.4'],
  ['1.10.0', '1.10.0'],
])('%s after 1.2.3 is %s', (wanted, version) => {
  expect(nextVersion('1.2.3', wanted)).toBe(version)
})

test.each(['1.2.3', '1.1.9', '0.9.0', 'next', undefined])('%s is refused after 1.2.3', (wanted) => {
  expect(() => nextVersion('1.2.3', wanted)).toThrow(/not newer|Name the release/)
})

test('a release takes what is unreleased', () => {
  const changelog = released(CHANGELOG, '1.3.0', '2026-02-01')
  expect(lastRelease(CHANGELOG)).toBe('1.2.0')
  expect(lastRelease(changelog)).toBe('1.3.0')
  expect(notesOf(changelog, '1.3.0')).toBe('### Added\n\n- A list.')
  expect(notesOf(changelog, 'Unreleased')).toBe('')
  expect(() => released(changelog, '1.4.0', '2026-02-02')).toThrow('nothing under [Unreleased]')
})

test.each([
  ['npm warn audit 405\n{"message":"405 Method Not Allowed","statusCode":405}', undefined],
  ['no JSON', undefined],
  ['{"vulnerabilities":{}}', []],
  ['npm warn config\n{"vulnerabilities":{"hono":{"severity":"high"}}}', ['hono']],
])('the advisories of %s are %s', (output, named) => {
  expect(advisoriesOf(output)).toEqual(named)
})
