// Finds model servers on this machine by probing the few configured addresses. Stores nothing.
import type { FoundServer } from '@polylogue/contract'
import { EngineError, type Engine } from '#engines/engine.ts'
import { coalesce } from '#platform/coalesce.ts'
import { engineAt, type HostCheckDeps } from './asking.ts'

/** Timeout of all addresses together: local servers respond quickly. */
const LIMIT_MS = 2_000
const MAX_NAMES = 100
/** Ollama supports OpenAI's API as well; its own returns more. */
const KINDS = ['ollama', 'openai'] as const

type Answer = Omit<FoundServer, 'connected'>

/**
 * Returns a function that finds model servers, in the order of the addresses. Calls during a search share the next one, so
 * that many calls cost one search after the other.
 */
export function finder(deps: HostCheckDeps, addresses: readonly string[]): () => Promise<Answer[]> {
  const look = coalesce(async () => {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const found = await Promise.all(addresses.map((address) => serverAt(deps, address, signal)))
    return found.filter((server) => server !== undefined)
  })
  return () => look('')
}

async function serverAt(
  deps: HostCheckDeps,
  address: string,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const answers = await Promise.all(
    KINDS.map(async (kind) => {
      const engine = engineAt(deps, { kind, typeId: 5, address, apiKey: undefined })
      try {
        return await answerOf(engine, kind, signal)
      } finally {
        await engine.close()
      }
    }),
  )
  const answer = answers.find((one) => one !== undefined)
  return answer && { address, ...answer }
}

/** Probes a server with one API; returns undefined when it is not supported or the request times out. */
async function answerOf(
  engine: Engine,
  kind: FoundServer['kind'],
  signal: AbortSignal,
): Promise<Omit<Answer, 'address'> | undefined> {
  try {
    const health = await engine.health(signal)
    // Any server may respond to a health check; Ollama returns its version.
    if (!health.ok || (kind === 'ollama' && health.version === undefined)) return undefined
    const names = (await engine.models(signal)).map(({ name }) => name)
    const models = [...new Set(names)].toSorted().slice(0, MAX_NAMES)
    return { kind, version: health.version ?? null, models }
  } catch (error) {
    if (error instanceof EngineError || signal.aborted) return undefined
    throw error
  }
}
