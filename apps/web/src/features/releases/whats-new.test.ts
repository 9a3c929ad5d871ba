import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notesFor, whatsNew } from './whats-new.ts'

test.each<[Parameters<typeof whatsNew>[0], string, string]>([
  [{}, 'mark', 'a new user'],
  [{ whatsNewScreen: '1.0.0' }, 'no', 'already shown'],
  [{ whatsNewScreen: '0.9.0' }, 'show', 'shown for an older version'],
  [{ whatsNewScreen: '0.9.0', showInitialTour: 'true' }, 'show', 'shown for an older version, tour seen'],
  [{ showInitialTour: 'true' }, 'show', 'tour seen, never shown'],
  [{ showInitialTour: 'false' }, 'mark', 'tour not seen, never shown'],
  [{ whatsNewScreen: '', showInitialTour: '' }, 'mark', 'emptied settings'],
])('%j → %s: %s', (stored, expected) => {
  expect(whatsNew(stored, '1.0.0')).toBe(expected)
})

test('the notes contain the name of the installation and no title', () => {
  expect(notesFor('# Release notes\n\n## 1.0\n\n{appName} is here. {appName}.\n', 'Hollenbeck Chat')).toBe(
    '## 1.0\n\nHollenbeck Chat is here. Hollenbeck Chat.\n',
  )
})

test.each(['RELEASE-NOTES.md', 'RELEASE-NOTES.de.md', 'RELEASE-NOTES.bg.md'])(
  '%s describes the built version without the product name',
  (name) => {
    const at = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
    const notes = at(`server/static/data/${name}`)
    const { version } = JSON.parse(at('web/package.json')) as { version: string }
    expect(notes).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}`, 'm'))
    expect(notes).toContain('{appName}')
    expect(notes).not.toContain('Polylogue')
  },
)
