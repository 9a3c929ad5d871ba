/** A picture or a file. */
export interface Medium {
  name: string
  /** Its media type. */
  type: string
  /** In bytes. */
  size: number
  /** Returns its bytes; rejects when they cannot be loaded. */
  load(): Promise<Blob>
}
