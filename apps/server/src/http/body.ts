// Reading a request's JSON body under limits: of size, time and shape. Nothing is parsed that breaks one.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'
import { brokenLimit, findPoison } from './json-limits.ts'

/** How much longer than the plain time a body may take, per byte that has arrived: uploads over slow lines come to an end. */
const SLOWEST_BYTES_PER_SECOND = 32_000

export interface BodyLimits {
  /** Bytes of the body. */
  readonly bytes: number
  /** Milliseconds for a small body; a larger one gets more while it keeps coming. */
  readonly ms: number
}

/**
 * The parsed JSON body of a request; undefined when it is empty.
 * @throws Problem BODY_TOO_LARGE while reading, as soon as it is; UNSUPPORTED_MEDIA_TYPE for an encoding other than plain UTF-8;
 *   MALFORMED_BODY for what is not JSON or did not arrive in time; VALIDATION_FAILED for a shape that is not allowed.
 */
export async function readJson(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const { headers } = request
  const charset = /charset="?([^";,\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  if (Number(headers['content-length']) > limits.bytes) throw tooLarge(limits)
  return parse(await readBytes(request, limits))
}

function tooLarge(limits: BodyLimits): Problem {
  return new Problem('BODY_TOO_LARGE', { limit: limits.bytes })
}

function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const begun = performance.now()
  const pieces: Buffer[] = []
  let length = 0
  const inTime = (): void => {
    const allowed = limits.ms + (length / SLOWEST_BYTES_PER_SECOND) * 1_000
    const left = allowed - (performance.now() - begun)
    if (left > 0) timer = setTimeout(inTime, left)
    else finish(() => reject(new Problem('MALFORMED_BODY')))
  }
  let timer = setTimeout(inTime, limits.ms)
  const onData = (piece: Buffer): void => {
    length += piece.length
    if (length > limits.bytes) finish(() => reject(tooLarge(limits)))
    else pieces.push(piece)
  }
  const onEnd = (): void => finish(() => resolve(Buffer.concat(pieces, length)))
  const onGone = (): void => finish(() => reject(new Problem('MALFORMED_BODY')))
  const finish = (settle: () => void): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', onEnd).off('close', onGone)
    // What still comes of a refused body is read and thrown away, until the connection is closed (linger in server.ts).
    request.resume()
    settle()
  }
  // The error listener stays: a connection that breaks after the body was refused must not end the process.
  request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  return promise
}

function parse(bytes: Buffer): unknown {
  const text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
  if (text.length === 0) return undefined
  if (!isUtf8(text)) throw new Problem('MALFORMED_BODY')
  const broken = brokenLimit(text)
  if (broken) throw refused({ path: 'body', message: broken })
  const value = parseJson(text.toString('utf8'))
  const poison = findPoison(value)
  if (poison) throw refused(poison)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('MALFORMED_BODY', {}, { cause })
  }
}

function refused(issue: { path: string; message: string }): Problem {
  return new Problem('VALIDATION_FAILED', { issues: `${issue.path} ${issue.message}` }, { issues: [issue] })
}
