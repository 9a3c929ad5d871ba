// The look at what engines have: when they are connected, and every minute, so that what changes behind our back is noticed.
// Those that do not answer are asked again every few seconds, each in a round of its own: no provider waits for another.
import type { Log } from '../../platform/log.ts'
import type { Problem } from '../../problem.ts'
import type { ConnectedEngine } from '../providers/index.ts'
import type { Discovery } from './discovery.ts'
import { awaitedEvery, mayAnswerSoon } from './rules.ts'

const LOOK_EVERY_MS = 60_000
/** How long the start, and whoever connects a provider, waits for a look; slower hosts appear when they answer. */
const FIRST_LOOK_MS = 1_500
/** How long an awaited provider may take to say that it is there: one that is, says so at once. */
const AWAITED_ANSWER_MS = 3_000

export interface LookingGiven {
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
  /** Told after a look which providers answered. */
  readonly looked: (providerIds: readonly number[]) => Promise<void>
  /** Told when other providers are awaited than before. */
  readonly awaitedChanged: () => Promise<void>
  readonly log: Log
  /** Milliseconds between two looks; a minute unless told. */
  readonly lookEveryMs?: number | undefined
}

export interface Looking {
  /** Connects every provider and looks once, no longer than the start may take; goes on looking. */
  start(): Promise<void>
  /** Looks at one provider now; rejects when `signal` is aborted. */
  lookAt(providerId: number, signal: AbortSignal): Promise<void>
  /** The names of providers that did not answer when they were last asked, and may soon. */
  awaited(): string[]
  close(): void
}

export function openLooking(given: LookingGiven): Looking {
  const { connections, log } = given
  const ending = new AbortController()
  const awaited = openAwaited(given)
  const rounds = new Map<number, NodeJS.Timeout>()
  let timer: NodeJS.Timeout | undefined
  const quietly = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!ending.signal.aborted) log.error({ err: error }, 'the look at the model servers failed')
    })
  const lookQuietly = (providerId: number, look = lookOnce) =>
    quietly(look(given, awaited, providerId, ending.signal)).finally(() => awaitSoon(providerId))
  function awaitSoon(providerId: number): void {
    const forMs = awaited.forMs(providerId)
    if (forMs === undefined || rounds.has(providerId) || ending.signal.aborted) return
    // The next one is set when this look ended: a host that swallows what is sent is asked once at a time.
    const next = () =>
      void lookQuietly(providerId, lookBriefly).finally(() => {
        rounds.delete(providerId)
        awaitSoon(providerId)
      })
    rounds.set(providerId, setTimeout(next, awaitedEvery(forMs)))
  }
  const lookShortly = async (providerIds: readonly number[]) => {
    providerIds.forEach((id) => awaited.restart(id))
    const patience = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LOOK_MS).unref())
    // Also without any: what was disconnected is not worked on any more.
    const all = [quietly(given.looked([])), ...providerIds.map((id) => lookQuietly(id))]
    await Promise.race([Promise.all(all), patience])
  }
  const leave = connections.onConnected(lookShortly)
  return {
    async start() {
      const lookAtAll = () => connections.connected().forEach(({ provider }) => void lookQuietly(provider.id))
      timer = setInterval(lookAtAll, given.lookEveryMs ?? LOOK_EVERY_MS)
      await connections.reload()
    },
    async lookAt(providerId, signal) {
      await discover(given, awaited, providerId, AbortSignal.any([signal, ending.signal]))
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

/** Asks a provider what it has, and notes whether it answered. */
async function discover(
  { connections, discovery }: LookingGiven,
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
  given: LookingGiven,
  awaited: Awaited,
  providerId: number,
  signal: AbortSignal,
): Promise<void> {
  await given.connections.check(signal, [providerId])
  await given.looked(await discover(given, awaited, providerId, signal))
}

/** Asks an awaited provider what it has only once one of its hosts answered, or fails in another way than before. */
async function lookBriefly(
  given: LookingGiven,
  awaited: Awaited,
  providerId: number,
  ending: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(AWAITED_ANSWER_MS)
  try {
    await given.connections.check(AbortSignal.any([late, ending]), [providerId])
  } catch (error) {
    if (!late.aborted) throw error
  }
  if (!ending.aborted && awaited.mayHaveAnswered(providerId))
    await given.looked(await discover(given, awaited, providerId, ending))
}

/** Who did not answer when they were last asked, and since when. A provider that refuses our key is not among them. */
function openAwaited({ connections, awaitedChanged }: LookingGiven) {
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
    /** How long a provider has been awaited; undefined for one that is not. */
    forMs(providerId: number): number | undefined {
      const since = find(providerId) && missing.get(providerId)
      return since === undefined ? undefined : performance.now() - since
    },
    /** Somebody changed it: it is asked as often as at first. */
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
