import type { NearQuestion } from '#features/datasources/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { Embedding } from './deps.ts'
import { embed } from './embed.ts'
import { normalized } from './quantize.ts'

/** Time limit of the model. A cold model is loaded meanwhile, so the next question gets its vector in time. */
const LIMIT_MS = 20_000
/** How long vectors of questions are cached, and how many. */
const KEPT_MS = 60_000
const KEPT = 200

/** Time after which a request counts as late; while one is late, no others are sent. */
export const LATE_MS = 300

interface Kept {
  readonly at: number
  readonly vector: Promise<Float32Array>
}

/** Caches the vectors of the last questions, so that the same question is sent to the model once. */
export class QuestionVectors {
  readonly #embedding: Embedding
  readonly #kept = new Map<string, Kept>()
  /** When the running requests of each tag began. */
  readonly #running = new Map<number, Set<number>>()

  constructor(embedding: Embedding) {
    this.#embedding = embedding
  }

  /** Returns the vector of a question with the length 1. @throws as `embed` */
  of(tag: AskableTag, question: NearQuestion, isConfidential: () => Promise<boolean>): Promise<Float32Array> {
    const key = `${tag.tagId} ${question.text}`
    const kept = this.#kept.get(key)
    if (kept && performance.now() - kept.at < KEPT_MS) return kept.vector
    const vector = this.#ask(tag, question, isConfidential)
    this.#kept.delete(key)
    this.#kept.set(key, { at: performance.now(), vector })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break
      this.#kept.delete(oldest)
    }
    vector.catch(() => this.#kept.get(key)?.vector === vector && this.#kept.delete(key))
    return vector
  }

  async #ask(
    tag: AskableTag,
    { text, asker }: NearQuestion,
    isConfidential: () => Promise<boolean>,
  ): Promise<Float32Array> {
    const running = this.#running.get(tag.tagId) ?? new Set()
    this.#running.set(tag.tagId, running)
    const begun = performance.now()
    if ([...running].some((at) => begun - at > LATE_MS)) throw new Error('The model is late with a question')
    running.add(begun)
    try {
      const signal = AbortSignal.timeout(LIMIT_MS)
      const asked = { tag, asker, signal, isConfidential }
      const [vector] = await embed(this.#embedding, asked, [text.toWellFormed()])
      if (!vector) throw new Error('The model returned no vector')
      return normalized(vector)
    } finally {
      running.delete(begun)
    }
  }
}
