/** A picture or a file. */
export interface Medium {
  name: string
  /** Its media type. */
  type: string
  /** In bytes. */
  size: number
  /** Its bytes; rejects when they cannot be had. */
  load(): Promise<Blob>
}
