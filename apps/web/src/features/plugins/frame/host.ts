// Answers what a plugin's frame asks, with the person's session and only what they allowed (PLUGIN-7).
import type { PluginScope } from '@polylogue/contract'
import { contract, PLUGIN_HEADER, type ScopedCall } from '@polylogue/contract/browser'
import { ApiProblem, ask, follow, type Client } from '#lib/api.ts'
import {
  grantedCall,
  idsOf,
  isPlainQuery,
  LIMITS,
  PULSE_MS,
  PULSES_MISSED,
  readFrameMessage,
  weightOf,
  type ScopedRequest,
  type FrameEnvironment,
} from './messages.ts'

/** Why the page itself refuses a request. */
export type Refusal = 'PLUGIN_REFUSED' | 'PLUGIN_LIMIT' | 'PLUGIN_MALFORMED' | 'PLUGIN_READ_ONLY'

export interface HostDeps {
  readonly port: MessagePort
  readonly api: Client
  readonly plugin: { readonly id: string; readonly scopes: readonly PluginScope[] }
  readonly userId: number
  readonly environment: FrameEnvironment
  /** Milliseconds; replaced in tests. */
  readonly now: () => number
  readonly sentenceOf: (refusal: unknown, asked: string) => string
  readonly onReady: () => void
  /** It asked for something that it was not given. */
  readonly onRefused: (asked: string) => void
  /** The consent has ended: another window took it back. */
  readonly onDenied: () => void
  readonly onFlood: () => void
  /** It has stopped answering, or answers again. */
  readonly onHangs: (hangs: boolean) => void
}

export interface Host {
  /** Tells the frame what has changed. */
  tell(environment: FrameEnvironment): void
  /** Counts a message that came another way; too many end the frame. */
  count(): void
  /** Asks whether the frame still answers; to be called every `PULSE_MS` while the page is visible. */
  pulse(): void
  close(): void
}

class Refused extends Error {
  readonly code: Refusal
  constructor(code: Refusal) {
    super(code)
    this.code = code
  }
}

interface State {
  environment: FrameEnvironment
  closed: boolean
  readonly running: Map<number, AbortController>
  /** When calls were made in the last minute, and messages came in the last ten seconds. */
  readonly calls: number[]
  readonly messages: { readonly at: number; readonly weight: number }[]
  /** When the frame was asked last whether it answers, and how often in vain since it did. */
  pulsed: number
  missed: number
}

/** Opens a host on a port that the frame has the other end of. */
export function openHost(deps: HostDeps): Host {
  const { port } = deps
  const state: State = {
    environment: deps.environment,
    closed: false,
    running: new Map(),
    calls: [],
    messages: [],
    pulsed: deps.now(),
    missed: 0,
  }
  const close = () => {
    state.closed = true
    for (const one of state.running.values()) one.abort()
    port.onmessage = null
    port.close()
  }
  const count = (weight = 0) => {
    if (state.closed || !isFlood(state, deps.now(), weight)) return
    close()
    deps.onFlood()
  }
  port.onmessage = ({ data }) => {
    count(weightOf(data))
    if (state.closed) return
    state.missed = 0
    deps.onHangs(false)
    hear(deps, state, data)
  }
  const { id, scopes } = deps.plugin
  send(state, port, { type: 'welcome', version: 1, plugin: id, scopes, ...deps.environment, limits: LIMITS })
  return {
    close,
    count,
    pulse: () => pulse(deps, state),
    tell(environment) {
      state.environment = environment
      send(state, port, { type: 'facts', ...environment })
    },
  }
}

/** Notes a moment; returns false when there are more than `most` in the last `ms`. */
function within(moments: number[], now: number, ms: number, most: number): boolean {
  while (moments[0] !== undefined && moments[0] <= now - ms) moments.shift()
  if (moments.length >= most) return false
  moments.push(now)
  return true
}

/** Notes a message; returns whether the last ten seconds had too many or too much. */
function isFlood({ messages }: State, now: number, weight: number): boolean {
  while (messages[0] && messages[0].at <= now - 10_000) messages.shift()
  messages.push({ at: now, weight })
  const volume = messages.reduce((sum, one) => sum + one.weight, 0)
  return messages.length > LIMITS.flood || volume > LIMITS.volume
}

function pulse(deps: HostDeps, state: State): void {
  if (state.closed) return
  const now = deps.now()
  // What held this page up held up the frame, or its answers.
  if (now - state.pulsed > 2 * PULSE_MS) state.missed = 0
  state.pulsed = now
  if (state.missed >= PULSES_MISSED) deps.onHangs(true)
  state.missed += 1
  send(state, deps.port, { type: 'ping' })
}

function send(state: State, port: MessagePort, message: object): void {
  if (state.closed) return
  const text = JSON.stringify(message)
  if (text.length > LIMITS.replied) throw new Refused('PLUGIN_LIMIT')
  port.postMessage(text)
}

function hear(deps: HostDeps, state: State, data: unknown): void {
  const asked = readFrameMessage(data)
  if (asked?.type === 'pong') return
  if (asked?.type === 'ready') deps.onReady()
  else if (asked?.type === 'cancel') state.running.get(asked.id)?.abort()
  else if (asked) void answer(deps, state, asked.id, asked)
  else
    send(state, deps.port, { type: 'refused', id: 0, ...reasonOf(deps, new Refused('PLUGIN_MALFORMED'), '') })
}

async function answer(deps: HostDeps, state: State, id: number, asking: ScopedRequest): Promise<void> {
  const { port } = deps
  const stop = new AbortController()
  try {
    const make = admitted(deps, state, id, asking)
    state.running.set(id, stop)
    for await (const message of make(stop.signal)) send(state, port, { ...message, id })
  } catch (error) {
    if (!stop.signal.aborted || state.closed) tellRefusal(deps, error, asking.call)
    const reason = stop.signal.aborted
      ? { code: 'ABORTED', sentence: '' }
      : reasonOf(deps, error, asking.call)
    send(state, port, { type: 'refused', id, ...reason })
  } finally {
    if (state.running.get(id) === stop) state.running.delete(id)
  }
}

function reasonOf({ sentenceOf }: HostDeps, error: unknown, asked: string) {
  const code = error instanceof ApiProblem || error instanceof Refused ? error.code : 'UNEXPECTED'
  return { code, sentence: sentenceOf(error instanceof Refused ? error.code : error, asked) }
}

function tellRefusal({ onDenied, onRefused }: HostDeps, error: unknown, asked: string): void {
  const code = error instanceof ApiProblem || error instanceof Refused ? error.code : undefined
  if (code === 'PLUGIN_NOT_ALLOWED') onDenied()
  if (code === 'PLUGIN_REFUSED') onRefused(asked)
}

type Make = (signal: AbortSignal) => AsyncGenerator<object>

/** Checks a request in the page, so that what is refused is not sent. @throws Refused */
function admitted(deps: HostDeps, state: State, id: number, asking: ScopedRequest): Make {
  const { plugin, userId, now } = deps
  const scoped = grantedCall(plugin.scopes, asking.call)
  if (!scoped || !hasOnlyFields(scoped, asking)) throw new Refused('PLUGIN_REFUSED')
  if (state.running.has(id) || !isPlainQuery(asking.query)) throw new Refused('PLUGIN_MALFORMED')
  if (state.running.size >= LIMITS.running) throw new Refused('PLUGIN_LIMIT')
  if (state.environment.readOnly && (scoped.begins || scoped.within)) throw new Refused('PLUGIN_READ_ONLY')
  if (!within(state.calls, now(), 60_000, LIMITS.callsPerMinute)) throw new Refused('PLUGIN_LIMIT')
  return makerOf(deps, asking, userId)
}

const hasOnlyFields = (scoped: ScopedCall, { body = {} }: ScopedRequest): boolean =>
  Object.keys(body).every((field) => scoped.body?.includes(field))

type Called = typeof contract.answers.ask

function makerOf({ api, plugin }: HostDeps, asking: ScopedRequest, userId: number): Make {
  const [noun = '', name = ''] = asking.call.split('.')
  const call = (contract as unknown as Record<string, Record<string, Called>>)[noun]?.[name]
  const params = call && idsOf(call.path, asking.params, userId)
  if (!call || !params) throw new Refused('PLUGIN_MALFORMED')
  const client = clientOf(api, plugin.id)
  return asking.call === 'answers.stream' || asking.call === 'answers.resume'
    ? (signal) => streamed(client, asking, params['id'] ?? 0, signal)
    : (signal) => replied(client, call, { params, query: asking.query, body: asking.body }, signal)
}

/** The person's client, whose calls name the plugin: the server checks each against the stored consent. */
function clientOf(api: Client, id: string): Client {
  const named = (more: Parameters<Client['open']>[2]) => ({
    ...more,
    headers: { ...more?.headers, [PLUGIN_HEADER]: id },
  })
  const call = (one: Called, request: never, more?: Parameters<Client['open']>[2]) =>
    api.call(one, request, named(more))
  return { call: call as Client['call'], open: (one, request, more) => api.open(one, request, named(more)) }
}

async function* replied(client: Client, call: Called, request: object, signal: AbortSignal) {
  const { data, meta } = await client.call(call, request as never, { signal })
  yield { type: 'reply', data, meta }
}

async function* streamed(client: Client, { call, body }: ScopedRequest, target: number, signal: AbortSignal) {
  const answering =
    call === 'answers.stream'
      ? ask(client, target, body as never, { signal })
      : follow(client, target, { signal })
  for await (const { queryId, event } of answering) yield { type: 'piece', queryId, event }
  yield { type: 'reply', data: {}, meta: {} }
}
