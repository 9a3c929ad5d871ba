// Checks engines when they are connected and every minute, to notice changes made outside the product. Those that do not
// respond are polled every few seconds, independently of each other.
import type { Log } from '#platform/log.ts'
import type { Problem } from '#problem.ts'
import type { ConnectedEngine } from '#features/providers/index.ts'
import type { Discovery } from './discovery.ts'
import { awaitedEvery, mayAnswerSoon } from './rules.ts'

const LOOK_EVERY_MS = 60_000
/** How long the start, and connecting a provider, wait for a check; models of slower hosts appear later. */
const FIRST_LOOK_MS = 1_500
/** Timeout of a poll of an unavailable provider: one that is up responds quickly. */
const AWAITED_ANSWER_MS = 3_000

export interface PollingDeps {
  readonly discovery: Discovery
  readonly connections: {
    connected(): readonly ConnectedEngine[]
    check(signal: AbortSignal, providerIds?: readonly number[]): Promise<void>
    healthOf(
      providerId: number,
      address: string,
    ): { readonly ok: boolean; readonly problem: Pick<Problem, 'code'> | undefined } | undefined
    onConnected(handler: (providerIds: readonly number[]) => Promise<void>): () => void
    reload(): Promise<void>
  }
  /** Called after a check with the providers that responded. */
  readonly looked: (providerIds: readonly number[]) => Promise<void>
  /** Called when the set of awaited providers changes. */
  readonly awaitedChanged: () => Promise<void>
  readonly log: Log
  /** Milliseconds between two checks; one minute by default. */
  readonly lookEveryMs?: number | undefined
}

export interface Polling {
  /** Connects every provider and checks each once, within the time limit of the start; continues to check. */
  start(): Promise<void>
  /** Checks one provider now; rejects when `signal` is aborted. */
  lookAt(providerId: number, signal: AbortSignal): Promise<void>
  /** Returns the names of providers that did not respond to the last check and are polled. */
  awaited(): string[]
  close(): void
}

export function openPolling(deps: PollingDeps): Polling {
  const { connections, log } = deps
  const ending = new AbortController()
  const awaited = openAwaited(deps)
  const rounds = new Map<number, NodeJS.Timeout>()
  let timer: NodeJS.Timeout | undefined
  const quietly = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!ending.signal.aborted) log.error({ err: error }, 'the look at the model servers failed')
    })
  const lookQuietly = (providerId: number, look = lookOnce) =>
    quietly(look(deps, awaited, providerId, ending.signal)).finally(() => awaitSoon(providerId))
  function awaitSoon(providerId: number): void {
    const forMs = awaited.forMs(providerId)
    if (forMs === undefined || rounds.has(providerId) || ending.signal.aborted) return
    // Scheduled after the check ends, so that a host that never responds gets one request at a time.
    const next = () =>
      void lookQuietly(providerId, lookBriefly).finally(() => {
        rounds.delete(providerId)
        awaitSoon(providerId)
      })
    rounds.set(providerId, setTimeout(next, awaitedEvery(forMs)))
  }
  const lookShortly = async (providerIds: readonly number[]) => {
    providerIds.forEach((id) => awaited.restart(id))
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LOOK_MS).unref())
    // Also without any provider: jobs of disconnected providers must end.
    const all = [quietly(deps.looked([])), ...providerIds.map((id) => lookQuietly(id))]
    await Promise.race([Promise.all(all), timeout])
  }
  const leave = connections.onConnected(lookShortly)
  return {
    async start() {
      const lookAtAll = () => connections.connected().forEach(({ provider }) => void lookQuietly(provider.id))
      timer = setInterval(lookAtAll, deps.lookEveryMs ?? LOOK_EVERY_MS)
      await connections.reload()
    },
    async lookAt(providerId, signal) {
      await discover(deps, awaited, providerId, AbortSignal.any([signal, ending.signal]))
      signal.throwIfAborted()
    },
    awaited: () => awaited.names(),
    close() {
      leave()
      clearInterval(timer)
      rounds.forEach((round) => clearTimeout(round))
      ending.abort()
    },
  }
}

type Awaited = ReturnType<typeof openAwaited>

/** Lists the models of a provider, and records whether it responded. */
async function discover(
  { connections, discovery }: PollingDeps,
  awaited: Awaited,
  providerId: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const engines = connections
    .connected()
    .filter(({ provider }) => provider.id === providerId && provider.kind !== 'guide')
  const [one] = engines
  if (!one) return []
  const answered = await discovery.discover({ engines, signal })
  if (!signal.aborted) await awaited.note(one, answered.length > 0)
  return answered
}

async function lookOnce(
  deps: PollingDeps,
  awaited: Awaited,
  providerId: number,
  signal: AbortSignal,
): Promise<void> {
  await deps.connections.check(signal, [providerId])
  await deps.looked(await discover(deps, awaited, providerId, signal))
}

/** Lists the models of an awaited provider only once one of its hosts responds, or fails in another way than before. */
async function lookBriefly(
  deps: PollingDeps,
  awaited: Awaited,
  providerId: number,
  ending: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(AWAITED_ANSWER_MS)
  try {
    await deps.connections.check(AbortSignal.any([late, ending]), [providerId])
  } catch (error) {
    if (!late.aborted) throw error
  }
  if (!ending.aborted && awaited.mayHaveAnswered(providerId))
    await deps.looked(await discover(deps, awaited, providerId, ending))
}

/** Tracks providers that did not respond to the last check, and since when; not those that reject our key. */
function openAwaited({ connections, awaitedChanged }: PollingDeps) {
  const missing = new Map<number, number>()
  const connected = () => connections.connected().filter(({ provider }) => missing.has(provider.id))
  const healths = ({ provider }: ConnectedEngine) =>
    provider.addresses.map((address) => connections.healthOf(provider.id, address))
  const answersSoon = (one: ConnectedEngine) =>
    healths(one).every((health) => health?.problem === undefined) ||
    healths(one).some((health) => health?.problem && mayAnswerSoon(health.problem.code))
  const find = (providerId: number) => connected().find(({ provider }) => provider.id === providerId)
  return {
    names: () => connected().map(({ provider }) => provider.name),
    /** Returns how long a provider has been awaited; undefined for one that is not. */
    forMs(providerId: number): number | undefined {
      const since = find(providerId) && missing.get(providerId)
      return since === undefined ? undefined : performance.now() - since
    },
    /** Restarts the poll interval of a provider that was changed. */
    restart(providerId: number): void {
      if (missing.has(providerId)) missing.set(providerId, performance.now())
    },
    mayHaveAnswered(providerId: number): boolean {
      const one = find(providerId)
      return one !== undefined && (healths(one).some((health) => health?.ok) || !answersSoon(one))
    },
    async note(one: ConnectedEngine, answered: boolean): Promise<void> {
      const { id } = one.provider
      const isAwaited = !answered && answersSoon(one)
      if (isAwaited === missing.has(id)) return
      if (isAwaited) missing.set(id, performance.now())
      else missing.delete(id)
      await awaitedChanged()
    },
  }
}
