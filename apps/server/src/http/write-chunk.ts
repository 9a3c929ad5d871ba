import type { ServerResponse } from 'node:http'

/**
 * Writes a chunk of a streamed reply after its head. Node would write length, chunk and line end (RFC 9112, section 7.1)
 * separately. Back-pressure then shows on the socket, not the response.
 *
 * It buys 2 µs of processor time an event: 12.2 to 13.7 instead of 14.4 to 15.3 (`bench/sse.mjs 200 30 5`, in turns, November
 * 2026). It goes when Node writes a chunk in one piece.
 */
export function writeChunk(response: ServerResponse, chunk: string | HttpChunk): void {
  const { socket } = response
  const text = typeof chunk === 'string' ? chunk : chunk.text
  if (text === '') return
  if (socket && response.chunkedEncoding)
    socket.write(typeof chunk === 'string' ? framed(chunk) : chunk.framed)
  else response.write(text)
}

/** A chunk of a streamed reply for many clients, framed once. */
export interface HttpChunk {
  readonly text: string
  readonly framed: string
}

export const framed = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
