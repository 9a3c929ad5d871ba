import type { Engine } from '#engines/engine.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { TurnModel } from '../context/index.ts'

/** Returns the target of a question. */
export const turnModel = (engineOf: (providerId: number) => Engine, tag: AskableTag): TurnModel => ({
  ...tag,
  engine: engineOf(tag.providerId),
})
