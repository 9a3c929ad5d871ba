import type { EarlierPrompt } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { mergedPages, movedTo } from './earlier.ts'

const prompt = (id: number, queryText: string): EarlierPrompt => ({
  id,
  queryText,
  created: '2026-11-20T09:00:00.000Z',
  projectId: 1,
  projectName: 'Default',
  projectTabId: 1,
  tabName: 'Tab 1',
})

test('joins pages into one list and lists a repeated text once', () => {
  const pages = [
    { prompts: [prompt(5, 'Compare the bids.'), prompt(4, 'Summarise.')] },
    { prompts: [prompt(4, 'Summarise.'), prompt(3, ' Compare the bids.\n'), prompt(2, 'Translate.')] },
  ]
  expect(mergedPages(pages).map(({ id }) => id)).toEqual([5, 4, 2])
  expect(mergedPages([])).toEqual([])
})

test('arrow keys stay within the list', () => {
  expect(movedTo(0, 'ArrowUp', 3)).toBe(0)
  expect(movedTo(0, 'ArrowDown', 3)).toBe(1)
  expect(movedTo(1, 'PageDown', 3)).toBe(2)
  expect(movedTo(0, 'ArrowDown', 0)).toBeUndefined()
  expect(movedTo(0, 'a', 3)).toBeUndefined()
})
