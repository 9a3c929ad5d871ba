/** A GGUF file that is there and whose header was checked. Figures come from the file: they are claims, within bounds. */
export interface ModelFile {
  /** `family:tag`, which is `EngineModel.name`. */
  readonly name: string
  readonly family: string
  readonly tag: string
  /** Absolute. */
  readonly path: string
  readonly sizeBytes: number
  /** Tokens it was trained for. */
  readonly contextLength: number
  /** Whether it makes vectors rather than answers, as its architecture says, or its pooling type where it has no template. */
  readonly embeddings: boolean
  readonly thinking: boolean
  readonly tools: boolean
  /** An estimate in bytes: the weights, and a context of `MEMORY_CONTEXT` tokens. */
  readonly memoryBytes: number
  /** Bytes that each token of context takes besides, in 16-bit keys and values. */
  readonly bytesPerToken: number
}
