// Requests embeddings from an engine. They are counted like answers: decision 0026.
import { viewerKey, type Person } from '#access/index.ts'
import { EngineError, type Engine } from '#engines/engine.ts'
import { engineProblem } from '#engines/problems.ts'
import type { During } from '#http/v1.ts'
import type { Log } from '#platform/log.ts'
import type { Direct } from '#features/answers/index.ts'
import type { CountedAnswer } from '#features/usage/index.ts'
import type { TagRow } from '#features/models/index.ts'
import type { VectorLengths } from './vector-lengths.ts'

const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT

export interface EmbeddingsDeps {
  readonly log: Log
  /** @throws Problem MODEL_UNAVAILABLE */
  readonly engineOf: (providerId: number) => Engine
  /** Waits in the provider's queue and runs the work at its turn. */
  readonly inTurn: Direct['inTurn']
  /** Counts an embeddings call in the usage, with its state and duration. */
  readonly counted: (answer: CountedAnswer) => void
}

/** Knows how long the vectors of models are. */
type Measured = EmbeddingsDeps & { readonly lengths: VectorLengths }

/** @throws Problem why it was not queued, or the engine's failure; the signal's reason when the client disconnected */
export function embedTexts(
  deps: Measured,
  viewer: Person,
  tag: TagRow,
  texts: readonly string[],
  { signal, memory }: During,
): Promise<readonly Float32Array[]> {
  const bytes = texts.reduce((sum, { length }) => sum + length, 0)
  const work = (both: AbortSignal) => callEngine(deps, viewer, tag, texts, { signal: both, memory })
  return deps.inTurn({ key: viewerKey(viewer), tag, bytes, signal }, work)
}

async function callEngine(
  { engineOf, log, counted, lengths }: Measured,
  viewer: Person,
  tag: TagRow,
  texts: readonly string[],
  { signal, memory }: During,
): Promise<readonly Float32Array[]> {
  const engine = engineOf(tag.providerId)
  const reserved = texts.length * lengths.expected(tag.tagId) * NUMBER_BYTES
  memory.reserve(reserved)
  const since = performance.now()
  let state: CountedAnswer['state'] = 3
  try {
    const vectors = await engine.embed(tag.engineName, texts, signal)
    state = 2
    const length = vectors[0]?.length ?? 0
    lengths.note(tag.tagId, length)
    memory.grow(Math.max(0, vectors.length * length * NUMBER_BYTES - reserved))
    return vectors
  } catch (error) {
    if (signal.aborted) state = 4
    if (signal.aborted || !(error instanceof EngineError)) throw error
    log.warn({ err: error, code: error.code }, 'an engine made no embeddings')
    throw engineProblem(error, { provider: tag.providerName, model: tag.fullName })
  } finally {
    counted({ ...askedAs(viewer, tag), state, ms: performance.now() - since })
  }
}

/** Engines do not count the tokens of embeddings, and the estimate is only returned to programs. */
function askedAs(viewer: Person, tag: TagRow): Omit<CountedAnswer, 'state' | 'ms'> {
  return {
    userId: viewer.userId,
    tokenId: viewer.kind === 'token' ? viewer.tokenId : null,
    channel: 'v1',
    modelTagId: tag.tagId,
    modelName: tag.modelName,
    modelTagName: tag.tagName,
    tokensPrompt: null,
    tokensResponse: null,
  }
}
