// Space that is given up when the disk is full, so that the database can write its log, make a checkpoint and close.
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'

/** Two segments of the log. */
const BYTES = 8_000_000
const PIECE_BYTES = 1_000_000

export class Ballast {
  readonly #path: string
  readonly #bytes: number
  readonly #enough: number

  /** @param floor free bytes below which the database's tables do not grow */
  constructor(path: string, floor: number) {
    this.#path = path
    this.#bytes = Math.min(BYTES, Math.floor(floor / 4))
    this.#enough = 2 * floor
  }

  get isDropped(): boolean {
    return !existsSync(this.#path)
  }

  /** Takes the space when enough is free. */
  fill(free: number): void {
    if (free < this.#enough || this.#bytes === 0 || existsSync(this.#path)) return
    try {
      const file = openSync(this.#path, 'w', 0o600)
      // Zeros, not a hole: a hole takes no space.
      const zeros = Buffer.alloc(PIECE_BYTES)
      for (let written = 0; written < this.#bytes; written += PIECE_BYTES) writeSync(file, zeros)
      closeSync(file)
    } catch {
      // Another program took the space first.
      this.drop()
    }
  }

  /** Gives the space up. Returns false when it was given up before. */
  drop(): boolean {
    if (this.isDropped) return false
    rmSync(this.#path, { force: true })
    return true
  }
}
