import { expect, test } from 'vitest'
import { references } from './references.mjs'

const REQUIREMENTS = '## Access\n\n- **ACCESS-1** One.\n- **ACCESS-2** Two.\n'

/** Returns what the check says of one file with this text. */
function saidOf(text, file = 'apps/server/src/x.ts') {
  const texts = { 'docs/requirements.md': REQUIREMENTS, [file]: text }
  const read = (wanted) => texts[wanted] ?? '# Decisions'
  const exists = (wanted) => wanted === 'docs/api.md' || wanted in texts
  return references({ files: [file], read, exists }).problems.filter((line) => line.startsWith(`${file}:`))
}

test('every reference of the repository leads somewhere', () => {
  const { seen, problems } = references()
  expect(seen).toBeGreaterThan(1000)
  expect(problems).toEqual([])
})

test.each([
  ['an id', '// It holds (ACCESS-3).', 'no requirement ACCESS-3'],
  ['a decision', '// It holds (decision 9999).', 'no decision 9999'],
  ['the second of two decisions', '// It holds (decisions 72 and 9999).', 'no decision 9999'],
  ['a decision across lines', '// It holds (decision\n// 9999).', 'no decision 9999'],
  ['a file', '// See docs/nothing.md.', 'no file docs/nothing.md'],
  [
    'a section of a paper',
    '// It holds (chat\n// specification, section 3).',
    'specification” is not in this repository',
  ],
  ['a reading', '// It holds (reading 4).', 'is not in this repository'],
  ['a section of the readings', '// It holds (readings, section 8).', 'is not in this repository'],
  ['an issue', '// Issue 41 allowed 3 kB.', 'is not in this repository'],
  ['an attack of a list', '// It holds (decision 72; S42).', 'is not in this repository'],
])('finds %s that leads nowhere', (_, text, said) => {
  expect(saidOf(text)).toEqual([expect.stringContaining(said)])
})

test.each([
  ['an id and a subject', '// It holds (ACCESS-2, ACCESS-*; decision 72).'],
  ['words that look alike', "const names = ['ACCESS-LIST', 'RS256', 'S3_REGION', 'X11; Linux']"],
  ['a file that exists', '// See docs/api.md.'],
])('accepts %s', (_, text) => {
  expect(saidOf(text)).toEqual([])
})

test('follows the links of Markdown files to files and headings', () => {
  const text =
    '# A page\n\n## Two words, one comma\n\n[a](#two-words-one-comma) [b](api.md) [c](#nothing) [d](gone.md)\n'
  expect(saidOf(text, 'docs/page.md')).toEqual([
    'docs/page.md:5: no heading #nothing in docs/page.md',
    'docs/page.md:5: no file docs/gone.md',
  ])
})
