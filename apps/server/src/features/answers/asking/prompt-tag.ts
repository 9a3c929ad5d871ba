/** A deployed tag as far as asking it needs. */
export interface PromptTag {
  readonly tagId: number
  readonly modelId: number
  readonly providerId: number
  readonly providerName: string
  /** Which adapter speaks to the provider. */
  readonly kind: string
  /** Answers that the provider makes at once; null: as many as its kind takes. */
  readonly atOnce: number | null
  /** Addresses that serve it. */
  readonly hosts: number
  readonly modelName: string
  readonly tagName: string
  readonly fullName: string
  readonly engineName: string
  readonly contextLength: number | null
  readonly images: boolean
  /** False where answers come whole. */
  readonly streams: boolean
}
