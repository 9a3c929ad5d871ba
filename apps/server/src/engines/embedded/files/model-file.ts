/** A GGUF file in the folder whose header was checked. Its figures are claims of the file, within limits. */
export interface ModelFile {
  /** `family:tag`, which is `EngineModel.name`. */
  readonly name: string
  readonly family: string
  readonly tag: string
  /** Absolute. */
  readonly path: string
  readonly sizeBytes: number
  /** Context length it was trained for, in tokens. */
  readonly contextLength: number
  /** Whether it produces embeddings: by its architecture, or by its pooling type if it has no chat template. */
  readonly embeddings: boolean
  readonly thinking: boolean
  readonly tools: boolean
  /** Estimated bytes: the weights and a context of `MEMORY_CONTEXT` tokens. */
  readonly memoryBytes: number
  /** Additional bytes per token of context, in 16-bit keys and values. */
  readonly bytesPerToken: number
}
