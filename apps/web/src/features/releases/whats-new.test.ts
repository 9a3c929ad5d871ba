import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isNewsDue, notesFor } from './whats-new.ts'

test.each<[Parameters<typeof isNewsDue>[0], { newcomer: boolean; later: boolean }, string]>([
  [{}, { newcomer: false, later: true }, 'neither the notes nor the tour seen'],
  [{ whatsNewScreen: '1.0.0' }, { newcomer: false, later: false }, 'already shown'],
  [{ whatsNewScreen: '0.9.0' }, { newcomer: true, later: true }, 'shown for an older version'],
  [{ showInitialTour: 'true' }, { newcomer: true, later: true }, 'tour seen or refused, never shown'],
  [{ showInitialTour: 'false' }, { newcomer: false, later: true }, 'tour not seen, never shown'],
  [{ whatsNewScreen: '', showInitialTour: '' }, { newcomer: false, later: true }, 'emptied settings'],
])('%j → %j: %s', (stored, { newcomer, later }) => {
  expect(isNewsDue(stored, '1.0.0', true)).toBe(newcomer)
  expect(isNewsDue(stored, '1.0.0', false)).toBe(later)
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
