// Combines several hosts with the same models into one engine: asks the least busy live host, and another one if it fails
// before the first piece. A dead host is skipped and checked again with a back-off from 1 second to 1 minute.
import {
  EngineError,
  type ChatEvent,
  type ChatRequest,
  type Engine,
  type EngineAbilities,
  type EngineErrorCode,
  type EngineHealth,
  type EngineModel,
  type EngineProgress,
  type OptionName,
  type OptionUse,
  type PromptOptionValues,
} from './engine.ts'
import { Attempts } from './hosts/attempts.ts'
import { failingOver } from './hosts/failing-over.ts'
import { doEverywhere, progressEverywhere } from './hosts/everywhere.ts'
import { Host } from './hosts/host.ts'
import { union } from './hosts/union.ts'
import { unsupported } from './wire/requests.ts'

export interface HostState {
  readonly address: string
  /** Result of the last health check; null before the first. */
  readonly health: EngineHealth | null
  readonly checkedAt: Date | null
  /** Answers and embeddings in progress. */
  readonly busy: number
}

export interface Hosts extends Engine {
  hosts(): readonly HostState[]
}

/** Failures that another host may not have. An invalid request would fail on every host. */
const FAILS_OVER: readonly EngineErrorCode[] = [
  'unreachable',
  'busy',
  'rate-limited',
  'timeout',
  'broken-stream',
  'crashed',
  'out-of-memory',
  'not-found',
]

/**
 * Combines engines of one kind. A single host behaves as without this wrapper. `now` is a clock in milliseconds.
 * Throws TypeError without a host.
 */
export function createHosts(
  engines: readonly { readonly address: string; readonly engine: Engine }[],
  now: () => number = Date.now,
): Hosts {
  return new HostedEngine(engines, now)
}

class HostedEngine implements Hosts {
  readonly kind: string
  readonly #hosts: readonly Host[]
  readonly #first: Host
  readonly #now: () => number
  readonly #closing = new AbortController()
  #turn = 0

  constructor(engines: readonly { address: string; engine: Engine }[], now: () => number) {
    this.#hosts = engines.map((options) => new Host(options))
    const first = this.#hosts[0]
    if (!first) throw new TypeError('A provider has at least one host')
    this.#first = first
    this.kind = first.engine.kind
    this.#now = now
  }

  get can(): EngineAbilities {
    const every = (ability: keyof EngineAbilities) => this.#hosts.every(({ engine }) => engine.can[ability])
    return {
      fetch: every('fetch'),
      load: every('load'),
      remove: every('remove'),
      tools: every('tools'),
      images: every('images'),
      grammar: every('grammar'),
      embeddings: every('embeddings'),
      continue: every('continue'),
    }
  }

  hosts(): readonly HostState[] {
    return this.#hosts.map(({ address, health, checkedAt, busy }) => ({ address, health, checkedAt, busy }))
  }

  options(): Readonly<Record<OptionName, OptionUse>> {
    return (this.#living()[0] ?? this.#first).engine.options()
  }

  async health(signal: AbortSignal): Promise<EngineHealth> {
    const asked = this.#hosts.map(async (host) => {
      const health = await host.engine.health(signal)
      host.checked(health, this.#now())
      return health
    })
    const answers = await Promise.all(asked)
    return answers.find(({ ok }) => ok) ?? answers[0] ?? this.#first.engine.health(signal)
  }

  async models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    const failures: EngineError[] = []
    const asked = this.#reachable().map(async (host) => {
      try {
        const models = await host.engine.models(signal)
        host.learn(models)
        host.checked(knownHealth(host), this.#now())
        return models
      } catch (error) {
        if (signal.aborted || !(error instanceof EngineError)) throw error
        host.checked({ ok: false, error }, this.#now())
        failures.push(error)
        return undefined
      }
    })
    const lists = (await Promise.all(asked)).filter((list) => list !== undefined)
    if (lists.length === 0 && failures[0]) throw failures[0]
    return union(lists)
  }

  chat(request: ChatRequest): AsyncIterable<ChatEvent> {
    const attempts = new Attempts(request.signal)
    return failingOver({
      next: () => this.#next(request.model, attempts),
      ask: ({ engine }) => {
        const mayWait = !this.#hosts.some((other) => attempts.mayAsk(other, request.model))
        return engine.chat(mayWait ? request : { ...request, mayWait })
      },
      served: (host) => host.served(this.#now()),
      failed: (host, error) => this.#failed(host, request.model, attempts, error),
      another: (error) => mayFailOver(attempts, error),
      // The next host repeats the notice of the first one about unused options.
      isSaid: (event) =>
        event.type === 'notice' && event.code === 'OPTIONS_UNUSED' && attempts.failures.length > 0,
    })
  }

  async embed(
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const attempts = new Attempts(signal)
    for (;;) {
      const host = this.#next(model, attempts)
      host.busy++
      try {
        const vectors = await host.engine.embed(model, texts, signal)
        host.served(this.#now())
        return vectors
      } catch (error) {
        this.#failed(host, model, attempts, error)
        mayFailOver(attempts, error)
      } finally {
        host.busy--
      }
    }
  }

  async *fetch(model: string, signal: AbortSignal): AsyncGenerator<EngineProgress> {
    const work = this.#work(this.#reachable(), signal, ['unreachable'])
    yield* progressEverywhere(work, (engine, both) => {
      if (!engine.fetch) throw unsupported('it cannot fetch models')
      return engine.fetch(model, both)
    })
    for (const host of work.hosts) host.add(model)
  }

  async *load(
    model: string,
    signal: AbortSignal,
    options?: PromptOptionValues,
  ): AsyncGenerator<EngineProgress> {
    const reachable = this.#reachable()
    const having = reachable.filter((host) => host.has(model) !== false)
    const work = this.#work(having.length > 0 ? having : reachable, signal, ['unreachable', 'not-found'])
    yield* progressEverywhere(work, (engine, both) => {
      if (!engine.load) throw unsupported('it cannot load models')
      return engine.load(model, both, options)
    })
  }

  unload(model: string, signal: AbortSignal): Promise<void> {
    const work = this.#work(this.#reachable(), signal, ['unreachable', 'not-found'])
    return doEverywhere(work, async (engine) => engine.unload?.(model, signal))
  }

  async remove(model: string, signal: AbortSignal): Promise<void> {
    // An unreachable host keeps its file, so the model does not count as removed.
    await doEverywhere(this.#work(this.#hosts, signal, []), async (engine) => engine.remove?.(model, signal))
    for (const host of this.#hosts) host.forget(model)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#hosts.map(({ engine }) => engine.close()))
  }

  #living(): Host[] {
    return this.#hosts.filter((host) => !host.dead)
  }

  /** Returns the hosts worth calling: live ones and dead ones due for a check; all hosts if there are none. */
  #reachable(): readonly Host[] {
    const now = this.#now()
    const worth = this.#hosts.filter((host) => !host.dead || host.isDue(now))
    return worth.length > 0 ? worth : this.#hosts
  }

  #work(hosts: readonly Host[], signal: AbortSignal, forgiven: readonly EngineErrorCode[]) {
    const failed = (host: Host, error: EngineError): void => host.failed(error, this.#now())
    return { hosts, signal, forgiven, failed }
  }

  /** Returns the host to try next. Throws the error of the failed attempts when no host is left. */
  #next(model: string, attempts: Attempts): Host {
    attempts.signal.throwIfAborted()
    this.#lookAtDead()
    const now = this.#now()
    const rest = this.#hosts.filter((host) => !attempts.tried.has(host))
    const living = rest.filter((host) => !host.dead)
    const groups = [
      living.filter((host) => host.has(model) === true),
      living.filter((host) => host.has(model) === undefined),
      // As a last resort, tries dead hosts too: they may have recovered.
      attempts.lastResort ? rest.filter((host) => host.has(model) !== false) : [],
      ...(attempts.tried.size > 0 ? [] : [living, rest]),
    ]
    const [best] = (groups.find((group) => group.length > 0) ?? []).toSorted(
      (a, b) => Number(a.isFull(now)) - Number(b.isFull(now)) || a.busy - b.busy || a.turn - b.turn,
    )
    if (!best) throw attempts.worst()
    attempts.ask(best)
    best.turn = ++this.#turn
    return best
  }

  /** Records the failure of a host; ignores aborts and our own defects. */
  #failed(host: Host, model: string, attempts: Attempts, error: unknown): void {
    if (attempts.signal.aborted || !(error instanceof EngineError)) return
    host.failed(error, this.#now())
    if (error.code === 'not-found') host.forget(model)
  }

  /** Checks dead hosts in the background, so that no request waits for them. */
  #lookAtDead(): void {
    for (const host of this.#hosts) {
      if (host.probing || !host.isDue(this.#now())) continue
      host.probing = true
      host.engine
        .health(this.#closing.signal)
        .then((health) => host.checked(health, this.#now()))
        // Rejects only after everything is closed.
        .catch(() => undefined)
        .finally(() => (host.probing = false))
    }
  }
}

/** Rethrows unless another host may be tried. */
function mayFailOver({ signal, failures }: Attempts, error: unknown): void {
  signal.throwIfAborted()
  if (!(error instanceof EngineError) || !FAILS_OVER.includes(error.code)) throw error
  failures.push(error)
}

function knownHealth({ health }: Host): EngineHealth {
  return health?.ok ? health : { ok: true }
}
