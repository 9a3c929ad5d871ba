// Decides directly before a prompt is sent whether it may be: while its question waited, while its files were read and while
// its prompt was made, the level of a data source or the place of its model may have changed (decision 86).
import type { PromptPayload } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { Problem } from '#problem.ts'
import { NONE_USED, requireMaySend, usedTogether } from '#features/confidentiality/index.ts'
import type { Assembled, Question } from '../context/index.ts'
import type { AskingDeps } from './deps.ts'
import type { AskableTag } from '#features/models/index.ts'
import { earlierMessage, storeUsed, type EarlierMessage, type Placed } from './store.ts'

export type SendingDeps = Pick<AskingDeps, 'assemble' | 'confidentiality' | 'db' | 'findPlace' | 'recorder'>

interface StoredQuestion {
  readonly payload: Pick<PromptPayload, 'confidential'>
  readonly viewer: Person
  readonly tag: AskableTag
  readonly question: Question
  readonly message: Placed
  /** The message that it replaces or repeats. */
  readonly earlier: EarlierMessage | undefined
  /** Whether the message has the data sources that its prompt may use, because it waited. */
  readonly isProvisional: boolean
}

/**
 * Returns the prompt of a stored question; `begun`: the one that was begun when it was asked, because it did not wait.
 * Stores what the prompt has of data sources before the engine gets it, so that no answer is ever without it.
 * @throws Problem CONFIDENTIAL_TURN, or NOT_FOUND when the message was deleted
 */
export async function promptToSend(
  deps: SendingDeps,
  asked: StoredQuestion,
  begun: Promise<Assembled> | undefined,
): Promise<Assembled> {
  const assembled = await (begun ?? assembleLater(deps, asked))
  const { message, earlier, isProvisional } = asked
  const { datasourceIds, isConfidential } = assembled.used
  if (datasourceIds.length === 0 && !isConfidential && !message.hasSources) return assembled
  const own = { datasourceIds: [], isConfidential: asked.payload.confidential ?? false }
  const used = isProvisional
    ? usedTogether([earlier?.used ?? NONE_USED, own, assembled.used])
    : assembled.used
  const stored = await storeUsed(deps.db.pool, deps.confidentiality, {
    id: message.id,
    used,
    isWhole: isProvisional,
  })
  await requireMaySendNow(deps, asked, stored)
  return assembled
}

/** Assembles a question that waited. */
async function assembleLater(deps: SendingDeps, asked: StoredQuestion): Promise<Assembled> {
  const { question, message } = asked
  const { tabId } = question
  await deps.recorder.storedIn(tabId)
  const [stored, isLocal] = await Promise.all([
    earlierMessage(deps.db.pool, deps.confidentiality, { id: message.id, tabId, withText: false }),
    isLocalNow(deps, asked),
  ])
  const { isConfidential } = await requireMaySendNow(deps, asked, stored, isLocal)
  const model = { ...question.model, isLocal }
  // History is limited to messages before this one, however long it waited.
  return deps.assemble({ ...question, isFirst: false, replacesId: message.id, isConfidential, model })
}

/** The message has the data sources of the one that it repeats, so it decides for both. */
async function requireMaySendNow<Stored extends { readonly isConfidential: boolean }>(
  deps: Pick<SendingDeps, 'findPlace'>,
  asked: StoredQuestion,
  stored: Stored | undefined,
  isLocal?: boolean,
): Promise<Stored> {
  if (!stored) throw new Problem('NOT_FOUND', { thing: 'message' })
  if (!stored.isConfidential) return stored
  requireMaySend(stored, {
    isLocal: isLocal ?? (await isLocalNow(deps, asked)),
    providerName: asked.tag.providerName,
  })
  return stored
}

/** A model that is not listed any more has no known place. */
async function isLocalNow(
  { findPlace }: Pick<SendingDeps, 'findPlace'>,
  { viewer, tag, question }: StoredQuestion,
) {
  const place = await findPlace({ viewer, tabId: question.tabId, tagId: tag.tagId })
  return place?.tag?.isLocal ?? false
}
