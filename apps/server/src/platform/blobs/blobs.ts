/** The bytes of a blob. Consume or abandon the iteration, so that the source is closed. */
export interface BlobPieces {
  /** The total bytes, if the store knows them. */
  readonly size: number | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * A store for the bytes of media. Keys are generated, never taken from user input.
 * @throws Problem STORAGE_UNAVAILABLE from every call, and while bytes are read; STORAGE_FULL when they are stored
 */
export interface Blobs {
  /** Stores bytes durably under a key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Returns the bytes under a key; undefined when there are none. */
  find(key: string): Promise<Uint8Array | undefined>
  /** Opens the bytes as a lazy iteration, for sending them on. */
  open(key: string): Promise<BlobPieces | undefined>
  /** Deletes the bytes under a key; does nothing when there are none. */
  remove(key: string): Promise<void>
  /** Yields all keys in no order; may include blobs that are stored or deleted meanwhile. */
  keys(): AsyncIterable<string>
}

/** The folder or the bucket of blobs. */
export interface BlobStore extends Blobs {
  /** Its place, for sentences to operators. */
  readonly place: string
  /** The settings that lead to it, for the same. */
  readonly settings: string
  /** Resolves if it answers with what a media store answers. */
  reach(): Promise<void>
  /** The name of the file or object that marks it as the store of the database with this id. */
  nameOfMark(id: string): string
  hasMark(id: string): Promise<boolean>
  mark(id: string): Promise<void>
  unmark(id: string): Promise<void>
}
