// What searching needs of vectors. The feature `vectors` answers it.
export interface NearQuestion {
  readonly text: string
  /** The viewer key of who asks: viewers take turns at the model. */
  readonly asker: string
  /** Whether it may repeat confidential documents. */
  readonly isConfidential: boolean
  /** Decides the same again directly before it is sent; default as before. */
  readonly isConfidentialNow?: (() => Promise<boolean>) | undefined
}

export interface Near {
  readonly state: 'on'
  /** The cosines of the nearest chunks. */
  readonly found: ReadonlyMap<number, number>
  /** Returns the cosine of a chunk; undefined when it has no vector. */
  cosineOf(chunkId: number): number | undefined
}

/** on: with the nearest chunks · off: no vectors here · unavailable: not in time, or the model failed. */
export type NearAnswer = Near | { readonly state: 'off' | 'unavailable' }

export interface NearChunks {
  of(datasourceIds: readonly number[], question: NearQuestion): Promise<NearAnswer>
}
