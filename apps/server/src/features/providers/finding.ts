// Model servers on this machine, found by asking the few addresses that the configuration names. Nothing is stored.
import type { FoundServer } from '@polylogue/contract'
import { EngineError, type Engine } from '../../engines/engine.ts'
import { together } from '../../platform/together.ts'
import { engineAt, type AskingGiven } from './asking.ts'

/** How long all addresses together may take: what runs on this machine answers at once. */
const LIMIT_MS = 2_000
const MOST_NAMES = 100
/** Ollama speaks OpenAI's dialect as well; its own tells more. */
const KINDS = ['ollama', 'openai'] as const

type Answer = Omit<FoundServer, 'connected'>

/**
 * Returns what looks for model servers, in the order of the addresses. Whoever asks meanwhile gets the next look together with
 * all others, so that many calls cost one look after the other.
 */
export function finder(given: AskingGiven, addresses: readonly string[]): () => Promise<Answer[]> {
  const look = together(async () => {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const found = await Promise.all(addresses.map((address) => serverAt(given, address, signal)))
    return found.filter((server) => server !== undefined)
  })
  return () => look('')
}

async function serverAt(
  given: AskingGiven,
  address: string,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const answers = await Promise.all(
    KINDS.map(async (kind) => {
      const engine = engineAt(given, { kind, typeId: 5, address, apiKey: undefined })
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

/** How a server answers in a dialect; nothing when it does not speak it, or not in time. */
async function answerOf(
  engine: Engine,
  kind: FoundServer['kind'],
  signal: AbortSignal,
): Promise<Omit<Answer, 'address'> | undefined> {
  try {
    const health = await engine.health(signal)
    // Anything may answer a question for its health; Ollama tells its version.
    if (!health.ok || (kind === 'ollama' && health.version === undefined)) return undefined
    const names = (await engine.models(signal)).map(({ name }) => name)
    const models = [...new Set(names)].toSorted().slice(0, MOST_NAMES)
    return { kind, version: health.version ?? null, models }
  } catch (error) {
    if (error instanceof EngineError || signal.aborted) return undefined
    throw error
  }
}
