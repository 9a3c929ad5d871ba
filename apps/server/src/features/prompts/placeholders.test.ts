// The time to read placeholders is linear, however they are nested (packages/contract tests what is read).
import { describe, expect, test } from 'vitest'
import { placeholdersOf } from '@polylogue/contract'

describe('reads placeholders in linear time', () => {
  const timed = (text: string) => {
    const begin = performance.now()
    placeholdersOf(text)
    return performance.now() - begin
  }
  test.each([
    ['only opening braces', '{{'.repeat(50_000)],
    ['many opening braces, one closing', `${'{{'.repeat(50_000)}}}`],
    ['only closing braces', '}}'.repeat(50_000)],
    ['complete placeholders', '{{x}}'.repeat(50_000)],
    ['unclosed quotes', `{{x | ${'a="'.repeat(600)}}}`.repeat(50)],
    ['settings', `{{x | ${'a=b '.repeat(450)}}}`.repeat(50)],
  ])('%s', (_, text) => {
    const best = Math.min(...Array.from({ length: 10 }, () => timed(text)))
    // Quadratic time would take seconds. bench/prompts.ts measures the time itself.
    expect(best).toBeLessThan(50)
  })
})
