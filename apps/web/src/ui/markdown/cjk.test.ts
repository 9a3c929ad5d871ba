import { expect, test } from 'vitest'
import { cjkCode } from './cjk.ts'

const LENGTH = 90_000

/** Returns the shortest of several measurements, which other work of the machine has disturbed least. */
function timeOf(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const before = performance.now()
    cjkCode.endAddresses(text)
    return performance.now() - before
  })
  return Math.min(...times)
}

const repeated = (part: string) => `${part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)} 一`

// Repeated: other programs in the same cache make one of two times longer.
test.each(['https://', '~www.', 'www.a~', '[https://'])(
  'addresses within addresses take as long as those side by side: %s…',
  { retry: 1 },
  (part) => {
    const control = timeOf(repeated('https://a.example/b www.a.example '))
    // Reading the rest anew at each beginning takes thousands of times as long.
    expect(timeOf(repeated(part))).toBeLessThan(50 * control)
  },
)

test('ends addresses before the punctuation of these scripts, also within others', () => {
  expect(cjkCode.endAddresses('见https://a.example，和 www.b.example。')).toBe(
    '见<https://a.example>，和 [www.b.example](http://www.b.example)。',
  )
  expect(cjkCode.endAddresses('https://https://a.example，一')).toBe('<https://https://a.example>，一')
})
