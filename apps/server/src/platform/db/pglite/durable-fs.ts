// PGlite's Node file system with fsync, which PGlite lacks: without it a power cut would lose committed data. Runs in the
// database's worker.
import { fstatSync, fsyncSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Ballast } from './ballast.ts'

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
  readonly #ballast: Ballast
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
    this.#ballast = new Ballast(join(dirname(directory), 'database.ballast'), reserve)
    this.#ballast.fill(this.#free())
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
      const isFull = (error: unknown) =>
        error instanceof module.FS.ErrnoError && 'errno' in error && error.errno === ENOSPC
      const part = (from: number) => write(stream, buffer, offset + from, length - from, position + from)
      try {
        return LARGE.test(stream.path ?? '') ? part(0) : this.#writeWhole(length, part, isFull)
      } catch (error) {
        if (wal && isFull(error)) this.#on.walFull()
        throw error
      }
    }
  }

  /** Writes the log or a small file. On a full disk the ballast makes room: PostgreSQL ends when one of them fails. */
  #writeWhole(length: number, part: (from: number) => number, isFull: (error: unknown) => boolean): number {
    let done = 0
    try {
      done = part(0)
    } catch (error) {
      if (!isFull(error) || !this.#ballast.drop()) throw error
    }
    // A short write is a full disk, too.
    return done < length && (done === 0 || this.#ballast.drop()) ? done + part(done) : done
  }

  /** Takes the ballast again when there is space. Called about once a second. */
  look(): void {
    if (this.#ballast.isDropped) this.#ballast.fill(this.#free())
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.rootDir)
    return bavail * bsize
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
      const free = this.#free()
      this.#near = free < 2 * this.#reserve
      this.#short = free < this.#reserve
    }
    return this.#short && position + length > fstatSync(stream.nfd).size
  }
}
