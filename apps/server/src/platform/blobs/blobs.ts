/** The bytes under a key. To be read to the end or left, which closes what is open. */
export interface BlobPieces {
  /** How many there are, where the store tells. */
  readonly size: number | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Where the bytes of media are. Keys are made here, never from what people send. */
export interface Blobs {
  /** Stores bytes durably under a key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes under a key; undefined when there are none. */
  find(key: string): Promise<Uint8Array | undefined>
  /** The same in pieces, read as they are wanted: for what is sent on. */
  open(key: string): Promise<BlobPieces | undefined>
  /** Removes the bytes under a key; none there is fine. */
  remove(key: string): Promise<void>
  /** All keys there are, in no order. Those stored or removed meanwhile may be among them. */
  keys(): AsyncIterable<string>
}
