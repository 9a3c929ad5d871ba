import {
  BodyTooLarge,
  isRecord,
  readBody,
  type OutboundResponse,
  type TrustedClient,
  type TrustedRequest,
} from '#platform/outbound/index.ts'
import { EngineError } from '../engine.ts'
import { statusFailure, streamFailure, transportFailure } from './failures.ts'
import { Limits } from './limits.ts'
import { isError } from './pieces.ts'

/** Maximum bytes of an error body that are read: enough for its message. */
const ERROR_BYTES = 65_536
const ANSWER_BYTES = 64 * 1024 * 1024

export interface JsonCall {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/**
 * Sends one request and returns the JSON object of the response. Rejects with EngineError or the signal's reason.
 * `timeoutMs` limits the whole call.
 */
export async function callJson(
  client: TrustedClient,
  request: JsonCall,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Record<string, unknown>> {
  const value = await callValue(client, request, signal, timeoutMs)
  if (!isRecord(value))
    throw new EngineError('broken-stream', 'The engine answered JSON that is not an object')
  return value
}

/** Like `callJson`, for any JSON. */
export async function callValue(
  client: TrustedClient,
  request: JsonCall,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<unknown> {
  return parsed(await callBody(client, request, signal, timeoutMs))
}

/** Like `callJson` for a list: servers send it as it is, or in one of these fields. `null` is a list without entries. */
export async function callList(
  client: TrustedClient,
  request: JsonCall,
  signal: AbortSignal,
  { timeoutMs, fields }: { readonly timeoutMs: number; readonly fields: readonly string[] },
): Promise<readonly unknown[]> {
  const value = await callValue(client, request, signal, timeoutMs)
  if (Array.isArray(value)) return value
  const name = isRecord(value) ? fields.find((field) => value[field] !== undefined) : undefined
  const list = isRecord(value) && name !== undefined ? value[name] : undefined
  if (list === null) return []
  if (Array.isArray(list)) return list
  if (isRecord(value) && isError(value.error)) throw streamFailure(value)
  throw new EngineError('broken-stream', 'The engine answered something that is not a list')
}

/** Like `callJson`, for calls whose response has only a status. */
export async function callBody(
  client: TrustedClient,
  request: JsonCall,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Buffer> {
  const limits = new Limits(signal, timeoutMs)
  let answered = false
  let complete = false
  try {
    const response = await client.request({ ...jsonRequest(request), signal: limits.signal })
    answered = true
    if (response.status >= 300) throw await responseFailure(response, client.host)
    const body = await readBody(response.body, ANSWER_BYTES)
    complete = true
    return body
  } catch (error) {
    limits.signal.throwIfAborted()
    throw transportFailure(error, answered)
  } finally {
    limits.close(complete)
  }
}

export function jsonRequest(request: JsonCall): TrustedRequest {
  const { method = 'GET', path, body } = request
  if (body === undefined) return { method, path, headers: { accept: 'application/json' } }
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Reads the body of a refusal and closes it. Time-limited by the signal of its request. */
export async function responseFailure(response: OutboundResponse, host: string): Promise<EngineError> {
  let text = ''
  try {
    text = (await readBody(response.body, ERROR_BYTES)).toString()
  } catch (error) {
    // A broken or endless body does not change the status.
    if (!(error instanceof BodyTooLarge) && !(error instanceof Error && 'code' in error)) throw error
  }
  const { 'retry-after': seconds, 'retry-after-ms': ms } = response.headers
  return statusFailure(response.status, seconds ?? (ms && String(Number(ms) / 1_000)), text, host)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch (error) {
    throw new EngineError('broken-stream', 'The engine answered something that is not JSON', { cause: error })
  }
}
