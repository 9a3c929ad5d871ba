import type { Model } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { GUIDE } from './choice.ts'

/** Returns the description of a model: translated for the built-in Guide, as stored for others. */
export function useModelWords(): (model: Model) => { short: string; long: string } {
  const { t } = useTranslation('models')
  return ({ id, shortDescription, longDescription }) =>
    id === GUIDE.modelId
      ? { short: t('guide.short'), long: t('guide.long') }
      : { short: shortDescription, long: longDescription }
}

/** Capabilities to show; chat is omitted, because nearly every model has it. */
const CAPABILITIES = ['images', 'thinking', 'tools', 'embeddings'] as const

/** Returns the translated capabilities of a model. */
export function useCapabilityWords(): (capabilities: readonly string[]) => string[] {
  const { t } = useTranslation('models')
  return (capabilities) =>
    CAPABILITIES.filter((one) => capabilities.includes(one)).map((one) => t(`capabilities.${one}`))
}
