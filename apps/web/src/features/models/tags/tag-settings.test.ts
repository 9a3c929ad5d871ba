import { expect, test } from 'vitest'
import { readContext } from './set-tag-dialog.tsx'

test.each([
  ['', null],
  ['  ', null],
  ['8192', 8_192],
  ['131,072', 131_072],
  ['131.072', 131_072],
  ['32 768', 32_768],
  ['255', 'wrong'],
  ['-1', 'wrong'],
  ['8k', 'wrong'],
  ['999999999', 'wrong'],
])('reads the context length %j as %j', (typed, tokens) => expect(readContext(typed)).toBe(tokens))
