// What of a question's asker and tag the queue and the count of answers need.
import type { UsageDoor } from '@polylogue/contract'
import type { Person } from '../../../access/index.ts'
import type { Answered } from '../../usage/index.ts'
import type { PromptTag } from './prompt-tag.ts'
import type { Wish } from '../queue/index.ts'

/** Answers that one machine makes well at once; who serves many says so in the provider's settings. */
const USUAL: Readonly<Record<string, number>> = { ollama: 4, embedded: 4 }

/** How many answers the tag's provider makes at once. */
export function slotsOf(
  tag: Pick<PromptTag, 'providerId' | 'atOnce' | 'kind' | 'hosts' | 'fullName'>,
): Pick<Wish, 'providerId' | 'atOnce' | 'model'> {
  return {
    providerId: tag.providerId,
    atOnce: tag.atOnce ?? (USUAL[tag.kind] ?? Infinity) * tag.hosts,
    model: tag.fullName,
  }
}

/** As what an answer is counted. */
export function usageOf(viewer: Person, door: UsageDoor, tag: PromptTag): Answered {
  return {
    userId: viewer.userId,
    tokenId: viewer.kind === 'token' ? viewer.tokenId : null,
    door,
    modelTagId: tag.tagId,
    modelName: tag.modelName,
    modelTagName: tag.tagName,
  }
}
