import type { TurnModel } from '../context/index.ts'
import type { AskingDeps } from './deps.ts'
import type { PromptTag } from './prompt-tag.ts'

/** Returns the target of a question. */
export function turnModel(engineOf: AskingDeps['engineOf'], tag: PromptTag): TurnModel {
  return {
    engine: engineOf(tag.providerId),
    engineName: tag.engineName,
    fullName: tag.fullName,
    provider: tag.providerName,
    providerId: tag.providerId,
    contextLength: tag.contextLength,
    images: tag.images,
    isLocal: tag.isLocal,
    streams: tag.streams,
  }
}
