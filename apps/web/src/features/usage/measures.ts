// What can be plotted of a sum.
import type { UsageSum } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'

export const MEASURES = ['prompts', 'answers', 'errors', 'tokensIn', 'tokensOut', 'wait'] as const
export type Measure = (typeof MEASURES)[number]

/** Returns a measure of a sum; waiting is the average from question to end of answer, in seconds. */
export function valueOf(sum: UsageSum, measure: Measure): number {
  switch (measure) {
    case 'prompts':
      return sum.prompts
    case 'answers':
      return sum.prompts - sum.failed - sum.stopped
    case 'errors':
      return sum.failed
    case 'tokensIn':
      return sum.tokensPrompt
    case 'tokensOut':
      return sum.tokensResponse
    case 'wait':
      return sum.prompts === 0 ? 0 : sum.ms / sum.prompts / 1_000
  }
}

/** Returns a function that says a value of a measure, with its unit. */
export function useSaid(): (value: number, measure: Measure) => string {
  const { t } = useTranslation('usage')
  const format = useFormat()
  return (value, measure) =>
    measure === 'wait' ? t('seconds', { value: format.number(value, 1) }) : format.number(value)
}
