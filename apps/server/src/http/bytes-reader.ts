/** Takes a body of bytes as it is. Collects its pieces, which the caller overwrites. */
export class BytesReader {
  readonly #pieces: Buffer[] = []

  push(piece: Buffer): void {
    this.#pieces.push(Buffer.from(piece))
  }

  end(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}
