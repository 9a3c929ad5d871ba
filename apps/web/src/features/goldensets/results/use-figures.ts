import type { Scorecard } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'

export interface Figure {
  name: string
  value: string
}

/** Returns the figures of a scorecard in words; a dash for what is not known. */
export function useFigures(): (card: Scorecard) => Figure[] {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const known = (value: number | null, digits: number) =>
    value === null ? '–' : format.number(value, digits)
  return ({ checks, failed, tokens, tokensPerSecond, milliseconds, votes }) => [
    { name: t('score.checks'), value: t('score.checksValue', checks) },
    { name: t('score.failed'), value: format.number(failed) },
    { name: t('score.tokens'), value: known(tokens, 0) },
    { name: t('score.speed'), value: known(tokensPerSecond, 1) },
    { name: t('score.seconds'), value: known(milliseconds === null ? null : milliseconds / 1_000, 1) },
    { name: t('score.votes'), value: t('score.votesValue', votes) },
  ]
}
