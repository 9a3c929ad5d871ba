import { expect, test } from 'vitest'
import { kinds as kindTexts } from '#texts/en.ts'
import { FEATURE_PAGES } from './feature-pages.ts'
import { ITEM_KINDS } from './item-kinds.ts'

const NOUNS = ITEM_KINDS.map(({ noun }) => noun)

test.each(NOUNS)('%s has a page of its name, for the library and the palette', (noun) => {
  expect(FEATURE_PAGES.map(({ path }) => path.split('/')[0])).toContain(noun)
})

test.each(NOUNS)(
  '%s has the texts that are known from the start; the check `texts` compares the languages',
  (noun) => {
    expect(Object.keys(kindTexts[`./en/${noun}.kind.json`] ?? {})).toEqual([
      'library',
      'title',
      'item',
      'anItem',
      'words',
      'add',
      'addWords',
    ])
  },
)

test('each kind is declared once', () => {
  expect(new Set(NOUNS).size).toBe(NOUNS.length)
})
