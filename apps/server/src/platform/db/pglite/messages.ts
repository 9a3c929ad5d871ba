// What the main thread and the database's worker say to each other.

export interface WorkerGiven {
  /** The data files. */
  directory: string
  /** Path of the Unix socket to answer on. */
  socket: string
  /** Bytes of free space below which table files must not grow. */
  reserve: number
}

export type ToWorker = { type: 'ping' } | { type: 'snapshot'; target: string } | { type: 'close' }

export interface Stats {
  fsyncs: number
  walBytes: number
}

export type FromWorker =
  | { type: 'ready' }
  /** It could not be opened, or it ended: the worker ends after this. */
  | { type: 'failed'; reason: string }
  | { type: 'pong'; stats: Stats }
  /** Unasked, while a statement writes much. */
  | { type: 'stats'; stats: Stats }
  /** The write-ahead log found no room: the worker will not answer any more. */
  | { type: 'walFull' }
  | { type: 'snapshotDone'; failure: string | undefined }
  | { type: 'closed' }
