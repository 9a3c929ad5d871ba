// PGlite's Node file system with fsync, which PGlite lacks: without it a power cut would lose committed data. Runs in the
// database's worker.
import { fstatSync, fsyncSync, statfsSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// Error numbers of PGlite's C library.
const EIO = 29
const ENOSPC = 51

const LOOK_EVERY_BYTES = 1_000_000
const REPORT_EVERY_BYTES = 1_000_000

// Tables, indexes and temporary query files. Small files beside them are still allowed: a checkpoint needs them to free
// space.
const LARGE = /\/base\/(?:\d+\/\d|pgsql_tmp\/)/

interface Stream {
  nfd?: number
  path?: string
}

interface StreamOps {
  fsync?: (stream: Stream) => number
  write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number
}

interface Module {
  FS: { filesystems: { NODEFS: { stream_ops: StreamOps } }; ErrnoError: new (errno: number) => Error }
}

interface WalEvents {
  /** The write-ahead log has grown by a megabyte; called during a statement. */
  walGrew: () => void
  /** The write-ahead log found no space; the database must be restarted. */
  walFull: () => void
}

export class DurableFs extends NodeFS {
  /** Calls of fsync so far. */
  fsyncs = 0
  /** Bytes written to the write-ahead log so far. */
  walBytes = 0
  readonly #reserve: number
  readonly #on: WalEvents
  #written = 0
  #reported = 0
  #near = true
  #short = false

  /**
   * @param reserve free bytes below which table files must not grow. The write-ahead log may still use them: without space
   *   for it the database stops permanently (measured), while a table that cannot grow is an ordinary error.
   */
  constructor(directory: string, reserve: number, on: WalEvents) {
    super(directory)
    this.#reserve = reserve
    this.#on = on
  }

  override async init(...args: Parameters<NodeFS['init']>) {
    const made = await super.init(...args)
    const hook = (module: unknown) => this.#hook(module as Module)
    return {
      emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), hook] },
    }
  }

  #hook(module: Module): void {
    const ops = module.FS.filesystems.NODEFS.stream_ops
    const write = ops.write
    ops.fsync = (stream) => this.#sync(stream)
    ops.write = (stream, buffer, offset, length, position) => {
      const wal = stream.path?.includes('/pg_wal/') ?? false
      if (wal) this.#count(length)
      else if (this.#refuses(stream, length, position)) throw new module.FS.ErrnoError(ENOSPC)
      try {
        return write(stream, buffer, offset, length, position)
      } catch (error) {
        if (wal && error instanceof module.FS.ErrnoError && 'errno' in error && error.errno === ENOSPC)
          this.#on.walFull()
        throw error
      }
    }
  }

  #count(length: number): void {
    this.walBytes += length
    if (this.walBytes - this.#reported < REPORT_EVERY_BYTES) return
    this.#reported = this.walBytes
    this.#on.walGrew()
  }

  #sync(stream: Stream): number {
    if (stream.nfd === undefined) return 0
    this.fsyncs += 1
    try {
      fsyncSync(stream.nfd)
      return 0
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? ENOSPC : EIO
    }
  }

  #refuses(stream: Stream, length: number, position: number): boolean {
    if (stream.nfd === undefined || !LARGE.test(stream.path ?? '')) return false
    this.#written += length
    if (this.#near || this.#written > LOOK_EVERY_BYTES) {
      this.#written = 0
      const stats = statfsSync(this.rootDir)
      const free = stats.bavail * stats.bsize
      this.#near = free < 2 * this.#reserve
      this.#short = free < this.#reserve
    }
    return this.#short && position + length > fstatSync(stream.nfd).size
  }
}
