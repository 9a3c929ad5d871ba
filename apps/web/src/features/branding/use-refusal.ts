import type { BrandingReason } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'

// Not the list of the contract: every page would load it.
const KNOWN: Readonly<Record<BrandingReason, true>> = {
  size: true,
  pixels: true,
  encoding: true,
  syntax: true,
  nesting: true,
  import: true,
  'at-rule': true,
  url: true,
  function: true,
  property: true,
  doctype: true,
  element: true,
  attribute: true,
  type: true,
}
const isKnown = (code: string): code is BrandingReason => Object.hasOwn(KNOWN, code)

/** Returns the sentence of a refused file, from the issue `reason|line|detail` of the server. */
export function useRefusal(): (issue: string | undefined) => string | undefined {
  const { t } = useTranslation('branding')
  return (issue) => {
    if (issue === undefined) return undefined
    const [code = '', line = '0', ...detail] = issue.split('|')
    if (!isKnown(code)) return issue
    const sentence = t(`refused.${code}`, { detail: detail.join('|') })
    return line === '0' ? sentence : t('inLine', { sentence, line })
  }
}
