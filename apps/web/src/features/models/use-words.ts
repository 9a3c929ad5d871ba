import type { Model } from '@polylogue/contract'
import { useTranslation } from '../../lib/texts.ts'
import { GUIDE } from './choice.ts'

/** What a model says of itself. The product's own, Guide, says it in the reader's language; others as it was written. */
export function useModelWords(): (model: Model) => { short: string; long: string } {
  const { t } = useTranslation('models')
  return ({ id, shortDescription, longDescription }) =>
    id === GUIDE.modelId
      ? { short: t('guide.short'), long: t('guide.long') }
      : { short: shortDescription, long: longDescription }
}

/** What is worth saying of a model; that it chats goes without saying. */
const CAPABILITIES = ['images', 'thinking', 'tools', 'embeddings'] as const

/** What models can, in words. */
export function useCapabilityWords(): (capabilities: readonly string[]) => string[] {
  const { t } = useTranslation('models')
  return (capabilities) =>
    CAPABILITIES.filter((one) => capabilities.includes(one)).map((one) => t(`capabilities.${one}`))
}
