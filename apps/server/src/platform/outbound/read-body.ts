/** The body exceeds the limit. */
export class BodyTooLarge extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`)
    this.name = 'BodyTooLarge'
    this.limit = limit
  }
}

/** Reads a body to its end. Above `limit` bytes, closes it and rejects with BodyTooLarge. */
export async function readBody(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop destroys the stream and closes the connection.
    if (size > limit) throw new BodyTooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
