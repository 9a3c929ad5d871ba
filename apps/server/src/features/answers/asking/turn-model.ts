import type { Engine } from '../../../engines/engine.ts'
import type { PromptTag } from '../../models/index.ts'
import type { TurnModel } from '../context/index.ts'

/** Returns the target of a question. */
export const turnModel = (engineOf: (providerId: number) => Engine, tag: PromptTag): TurnModel => ({
  ...tag,
  engine: engineOf(tag.providerId),
})
