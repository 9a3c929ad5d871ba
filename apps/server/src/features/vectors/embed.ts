// Requests vectors from the embedding model, in the queue of its provider.
import { userKey } from '#access/index.ts'
import { EngineError } from '#engines/engine.ts'
import { requireMaySendNow } from '#features/confidentiality/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { Embedding } from './deps.ts'

/** All data sources together take turns as one user, who does not exist. */
const BACKGROUND = userKey(0)

export interface EmbeddingRequest {
  readonly tag: AskableTag
  /** The viewer key of who asks; undefined for work in the background. */
  readonly asker?: string
  readonly signal: AbortSignal
  /** Whether the texts are confidential now; asked when their turn has come. */
  readonly isConfidential: () => Promise<boolean>
}

/** @throws EngineError, the Problem of the queue, CONFIDENTIAL_TURN, or the signal's reason */
export function embed(
  { engineOf, inTurn, models }: Embedding,
  { tag, asker = BACKGROUND, signal, isConfidential }: EmbeddingRequest,
  texts: readonly string[],
): Promise<readonly Float32Array[]> {
  const bytes = texts.reduce((sum, { length }) => sum + length, 0)
  return inTurn({ key: asker, tag, bytes, signal }, async (both) => {
    await requireMaySendNow(isConfidential, () => models.tagForVectors(tag.tagId))
    return engineOf(tag.providerId).embed(tag.engineName, texts, both)
  })
}

/** A text that every model accepts. */
export const PROBE = 'vector'
export const isProbeConfidential = () => Promise.resolve(false)
/** Shares of a text that are tried when the model refuses it, for example because it is too long. */
const SHARES = [1, 0.5, 0.25, 0.1]

/**
 * Returns the vectors of texts. A text gets null if the model refuses it even shortened, and accepts others.
 * @throws as `embed`, also if the model refuses everything
 */
export async function embedAll(
  embedding: Embedding,
  asked: EmbeddingRequest,
  texts: readonly string[],
): Promise<(Float32Array | null)[]> {
  try {
    return [...(await embed(embedding, asked, texts))]
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  const vectors: (Float32Array | null)[] = []
  for (const text of texts) vectors.push(await embedOne(embedding, asked, text))
  if (vectors.includes(null))
    await embed(embedding, { ...asked, isConfidential: isProbeConfidential }, [PROBE])
  return vectors
}

async function embedOne(
  embedding: Embedding,
  asked: EmbeddingRequest,
  text: string,
): Promise<Float32Array | null> {
  for (const share of SHARES)
    try {
      const part = text.slice(0, Math.ceil(share * text.length)).toWellFormed()
      return (await embed(embedding, asked, [part]))[0] ?? null
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  return null
}

const isRefusal = (error: unknown): boolean =>
  error instanceof EngineError && (error.code === 'bad-request' || error.code === 'context-overflow')
