// Messages between the main thread and the database's worker.

export interface WorkerOptions {
  /** The data files. */
  directory: string
  /** The path of the Unix socket to listen on. */
  socket: string
  /** Free bytes below which table files must not grow. */
  reserve: number
}

export type ToWorker = { type: 'ping' } | { type: 'snapshot'; target: string } | { type: 'close' }

export interface Stats {
  fsyncs: number
  walBytes: number
}

export type FromWorker =
  | { type: 'ready' }
  /** Opening failed, or the database ended: the worker then exits. */
  | { type: 'failed'; reason: string }
  | { type: 'pong'; stats: Stats }
  /** Sent unasked during statements that write much. */
  | { type: 'stats'; stats: Stats }
  /** The write-ahead log found no space: the worker does not respond any more. */
  | { type: 'walFull' }
  | { type: 'snapshotDone'; failure: string | undefined }
  | { type: 'closed' }
