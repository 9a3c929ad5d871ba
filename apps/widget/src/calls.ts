// The calls of a visitor, from a page of another origin.
import type { ProblemCode } from '@polylogue/contract'
import { readWireEvent, type AnswerEvent } from '@polylogue/contract/browser'

/** Why a call failed: a code of the API, or OFFLINE without a reply of the server. */
export interface Refusal extends Error {
  code: ProblemCode | 'OFFLINE'
  /** Seconds to wait, or the characters that a question can have. */
  amount: number
}

/** Sends a call; throws a Refusal unless it succeeds. `token` is the visitor's. */
export async function send(
  address: string,
  method: string,
  token?: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(address, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: JSON.stringify(body),
    signal: signal ?? null,
  }).catch(() => undefined)
  if (response?.ok) return response
  // A proxy in front of a stopped server replies with a page of its own.
  const failure = (await response?.json().catch(() => undefined)) as Failure | undefined
  const { seconds, limit } = failure?.messageContent?.meta?.params ?? {}
  const code = response?.status === 401 ? 'TOKEN_INVALID' : (failure?.errorCode ?? 'OFFLINE')
  throw Object.assign(new Error(code), { code, amount: seconds ?? limit })
}

interface Failure {
  errorCode?: ProblemCode
  messageContent?: { meta?: { params?: { limit?: number; seconds?: number } } }
}

/** Returns the data of a reply. */
export const dataOf = async <Data>(reply: Promise<Response>): Promise<Data> =>
  ((await (await reply).json()) as { messageContent: { data: Data } }).messageContent.data

/** The server sends a comment every 15 s: three missing ones mean that the connection is dead. */
const SILENCE_MS = 45_000

/** Yields the events of an answer, with the id of its message, until the stream ends or breaks. */
export async function* eventsOf({ body }: Response): AsyncGenerator<[number | undefined, AnswerEvent]> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ;) {
    const silence = setTimeout(() => void reader?.cancel(), SILENCE_MS)
    const read = await reader?.read().catch(() => undefined)
    clearTimeout(silence)
    if (!read?.value) return
    const parts = (rest + read.value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [, name, data] = /^event: (.*)\ndata: (.*)/m.exec(part) ?? []
      const known = data && readWireEvent(name, data)
      if (known) yield [known.queryId, known.event]
    }
  }
}
