import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Chosen } from './attachments.ts'
import { isTold, noteTexts, textsIn } from './file-texts.ts'
import { pageRanges } from './read-files.ts'

const chosen = (id: string, type: string) => ({ id, type }) as Chosen

test('pages are listed as ranges', () => {
  expect(pageRanges([1, 2, 3, 7])).toBe('1–3, 7')
  expect(pageRanges(Array.from({ length: 20 }, (_, at) => at * 2 + 1))).toMatch(/^1, 3, .*23, …$/)
})

test('a refusal says for each file which pages have no text, or that none has', () => {
  const issues = ['attachments.0.pages.2', 'attachments.0.pages.5', 'attachments.2.text'].map((path) => ({
    path,
  }))
  expect(textsIn(issues, 3)).toEqual([
    { hasText: true, pagesWithoutText: [2, 5], hasScans: true },
    { hasText: true, pagesWithoutText: [], hasScans: false },
    { hasText: false, pagesWithoutText: [], hasScans: true },
  ])
})

test('a question must have text until the page knows every document, or the server has refused it once', () => {
  const cache = new QueryClient()
  const files = [
    chosen('scan', 'application/pdf'),
    chosen('note', 'text/plain'),
    chosen('photo', 'image/png'),
  ]
  expect(isTold(cache, files.slice(1))).toBe(true)
  expect(isTold(cache, files)).toBe(false)
  noteTexts(cache, files, { issues: [{ path: 'attachments.0.pages.1', message: '' }] })
  expect(isTold(cache, files)).toBe(true)
  expect(cache.getQueryData(['file-text', 'scan'])).toEqual({
    hasText: true,
    pagesWithoutText: [1],
    hasScans: true,
  })
})
