import type { Check, Outcome } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'

/** Maximum characters of a text or rule in a line. */
const SHOWN = 80

/** Returns a check in a few words. */
export function useCheckWords(): (check: Check) => string {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const short = (text: string) => (text.length > SHOWN ? `${cutText(text, SHOWN)}…` : text)
  return (check) => {
    switch (check.kind) {
      case 'contains':
        return t('checks.says.contains', { text: short(check.text) })
      case 'cites':
        return t('checks.says.cites', { text: short(check.text) })
      case 'matches':
        return t('checks.says.matches', { pattern: short(check.pattern) })
      case 'json':
        return t(check.schema.trim() === '' ? 'checks.says.json' : 'checks.says.schema')
      case 'shorter':
        return t('checks.says.shorter', { count: check.characters, number: format.number(check.characters) })
      case 'judge':
        return t('checks.says.judge', { rule: short(check.rule) })
    }
  }
}

export interface OutcomeWords {
  verdict: (outcome: Outcome) => string
  /** Returns why a check has its verdict; empty if there is no more to say. */
  reason: (outcome: Outcome) => string
}

/** Returns the verdict of a check and its reason in words. */
export function useOutcomeWords(): OutcomeWords {
  const { t } = useTranslation('goldensets')
  return {
    verdict: ({ passed }) =>
      t(`checks.verdicts.${passed === null ? 'unclear' : passed ? 'passed' : 'failed'}`),
    reason: ({ code, reason }) =>
      [code === null ? '' : t(`checks.unclear.${code}`), reason].filter(Boolean).join(' '),
  }
}
