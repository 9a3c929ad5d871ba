import { BRANDING_REASONS } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'

/** Returns the sentence of a refused file, from the issue `reason|line|detail` of the server. */
export function useRefusal(): (issue: string | undefined) => string | undefined {
  const { t } = useTranslation('branding')
  return (issue) => {
    if (issue === undefined) return undefined
    const [code, line = '0', ...detail] = issue.split('|')
    const reason = BRANDING_REASONS.find((known) => known === code)
    if (!reason) return issue
    const sentence = t(`refused.${reason}`, { detail: detail.join('|') })
    return line === '0' ? sentence : t('inLine', { sentence, line })
  }
}
