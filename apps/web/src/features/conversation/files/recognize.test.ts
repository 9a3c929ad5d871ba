import type { FileText } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { isReadAtOnce } from './recognize.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const WITH_TEXT: FileText = { hasText: true, pagesWithoutText: [], hasScans: true }
const WITHOUT_TEXT: FileText = { ...WITH_TEXT, hasText: false }

test.each([
  ['a scanned page of a PDF', 'application/pdf', WITH_TEXT, true, true],
  ['pictures of a Word file that has text', WORD, WITH_TEXT, false, false],
  ['a Word file of pictures only', WORD, WITHOUT_TEXT, true, true],
  ['a picture, for a model that sees it or not', 'image/png', undefined, false, true],
] as const)('reads before it is asked: %s', (_, type, text, withVision, withoutVision) => {
  expect(isReadAtOnce(type, text, true)).toBe(withVision)
  expect(isReadAtOnce(type, text, false)).toBe(withoutVision)
})
