// The messages between a plugin's frame and the page: JSON texts over one port. Nothing of a frame is trusted.
import { PLUGIN_SCOPES, scopedCall, type PluginScope, type ScopedCall } from '@polylogue/contract/browser'

export const LIMITS = {
  /** Characters of a message of the frame, and of a reply. */
  asked: 64_000,
  replied: 4_000_000,
  callsPerMinute: 120,
  running: 4,
  /** A frame that sends more messages, or more characters, in ten seconds is ended. */
  flood: 1_000,
  volume: 2_000_000,
} as const

/** A frame is asked this often whether it still answers, in milliseconds; it hangs after so many questions without an answer. */
export const PULSE_MS = 5_000
export const PULSES_MISSED = 2

/** How the page looks: a frame is told at the beginning, and when it changes. */
export interface FrameEnvironment {
  readonly theme: string
  readonly language: string
  readonly readOnly: boolean
}

/** A message of the frame that has the form of one. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  | { readonly type: 'cancel'; readonly id: number }
  | ({ readonly type: 'call'; readonly id: number } & ScopedRequest)

export interface ScopedRequest {
  readonly call: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** The name of a call; our page shows it when it is refused, so it is no sentence. */
const CALL = /^[\w.]{1,80}$/

/** Returns what a message weighs: its characters. Of what is no text nobody knows the size. */
export const weightOf = (data: unknown): number => (typeof data === 'string' ? data.length : LIMITS.asked)

/** Reads a message; undefined for one that has no meaning. Its size is checked before it is parsed. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'string' || data.length > LIMITS.asked) return undefined
  const value = parsed(data)
  if (!isPlain(value)) return undefined
  if (value['type'] === 'ready' || value['type'] === 'pong') return { type: value['type'] }
  const { id } = value
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return undefined
  if (value['type'] === 'cancel') return { type: 'cancel', id }
  const { call, params = {}, query = {}, body } = value
  if (value['type'] !== 'call' || typeof call !== 'string' || !CALL.test(call)) return undefined
  if (!isPlain(params) || !isPlain(query) || (body !== undefined && !isPlain(body))) return undefined
  return { type: 'call', id, call, params, query, body }
}

/** Returns what the scopes say of a call, or undefined if they do not have it. */
export const grantedCall = (scopes: readonly PluginScope[], name: string): ScopedCall | undefined =>
  scopedCall(
    scopes.filter((scope) => Object.hasOwn(PLUGIN_SCOPES, scope)),
    name,
  )

/** The id that stands for the person, whose own is not told. */
const ME = 'me'

/** Returns the ids of a path, or undefined when one is no id: a text such as `..` would make another path. */
export function idsOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  userId: number,
): Record<string, number> | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const ids = names.map((name) => (params[name] === ME ? userId : params[name]))
  if (!ids.every((id) => typeof id === 'number' && Number.isSafeInteger(id) && id > 0)) return undefined
  return Object.fromEntries(names.map((name, at) => [name, ids[at] as number]))
}

/** Whether a query has only a few plain values. */
export const isPlainQuery = (query: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(query).length <= 20 &&
  Object.values(query).every((value) => ['string', 'number', 'boolean'].includes(typeof value))

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
