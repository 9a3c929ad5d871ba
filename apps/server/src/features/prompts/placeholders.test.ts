// The time to read placeholders is linear, however they are nested (packages/contract tests what is read).
import { describe, expect, test } from 'vitest'
import { placeholdersOf } from '@polylogue/contract'

describe('the time is linear', () => {
  const timed = (text: string) => {
    const begin = performance.now()
    placeholdersOf(text)
    return performance.now() - begin
  }
  test.each([
    ['only open', '{{'.repeat(50_000)],
    ['open, then one closes', `${'{{'.repeat(50_000)}}}`],
    ['only close', '}}'.repeat(50_000)],
    ['complete', '{{x}}'.repeat(50_000)],
    ['quotes that never end', `{{x | ${'a="'.repeat(600)}}}`.repeat(50)],
    ['settings', `{{x | ${'a=b '.repeat(450)}}}`.repeat(50)],
  ])('%s', (_, text) => {
    const best = Math.min(...Array.from({ length: 10 }, () => timed(text)))
    // Quadratic time would be seconds. The figure itself is measured by bench/prompts.ts.
    expect(best).toBeLessThan(50)
  })
})
