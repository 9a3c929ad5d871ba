// Derives what the queue and the usage count need from the viewer and the tag.
import type { UsageChannel } from '@polylogue/contract'
import { isPerson, type Viewer } from '#access/index.ts'
import type { Answered } from '#features/usage/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { TurnRequest } from '../queue/index.ts'

/** Returns whose turns a question takes in the queue: all visitors of a chatbot count as one, so that they hold nobody back. */
export function turnsOf(asker: Viewer): string | undefined {
  return asker.kind === 'visitor' ? `chatbot ${asker.chatbotId}` : undefined
}

/** Default number of parallel answers per host; the provider's settings override it. */
const USUAL: Readonly<Record<string, number>> = { ollama: 4, embedded: 4 }

/** Returns how many answers the tag's provider makes in parallel. */
export function slotsOf(
  tag: Pick<AskableTag, 'providerId' | 'atOnce' | 'kind' | 'hosts' | 'fullName'>,
): Pick<TurnRequest, 'providerId' | 'atOnce' | 'model'> {
  return {
    providerId: tag.providerId,
    atOnce: tag.atOnce ?? (USUAL[tag.kind] ?? Infinity) * tag.hosts,
    model: tag.fullName,
  }
}

/** Returns the usage record of an answer. */
export function usageOf(asker: Viewer, channel: UsageChannel, tag: AskableTag): Answered {
  return {
    userId: isPerson(asker) ? asker.userId : null,
    tokenId: asker.kind === 'token' ? asker.tokenId : null,
    channel,
    ...(asker.kind === 'visitor' ? { chatbotId: asker.chatbotId } : {}),
    modelTagId: tag.tagId,
    modelName: tag.modelName,
    modelTagName: tag.tagName,
  }
}
