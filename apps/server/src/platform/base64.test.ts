import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

test.each(['', 'YQ==', 'YQ', 'YWI=', 'a+/b'])('decodes %j', async (text) => {
  expect(await decodeBase64(text)).toEqual(Buffer.from(text, 'base64'))
})

test.each(['a-_b', 'YQ==YQ==', 'Y Q=', 'ö', 'YQ==='])('refuses %j', async (text) => {
  expect(await decodeBase64(text)).toBeUndefined()
})

test('decodes long texts in several turns of the loop', async () => {
  let turns = 0
  const counter = setInterval(() => (turns += 1), 0)
  const bytes = Buffer.alloc(30_000_001, 'x')
  const decoded = await decodeBase64(bytes.toString('base64'))
  clearInterval(counter)
  expect(decoded?.equals(bytes)).toBe(true)
  expect(turns).toBeGreaterThan(3)
  expect(await decodeBase64(`${'A'.repeat(3_999_999)}=${'A'.repeat(100)}`)).toBeUndefined()
})
