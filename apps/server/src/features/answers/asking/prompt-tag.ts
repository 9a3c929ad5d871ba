/** The fields of a deployed tag that asking needs. */
export interface PromptTag {
  readonly tagId: number
  readonly modelId: number
  readonly providerId: number
  readonly providerName: string
  /** The adapter for the provider. */
  readonly kind: string
  /** Parallel answers of the provider; null: the default of its kind. */
  readonly atOnce: number | null
  /** Number of hosts that serve it. */
  readonly hosts: number
  readonly modelName: string
  readonly tagName: string
  readonly fullName: string
  readonly engineName: string
  readonly contextLength: number | null
  readonly images: boolean
  /** False when prompts leave the organisation's machines. */
  readonly isLocal: boolean
  /** False when answers are not streamed. */
  readonly streams: boolean
}
