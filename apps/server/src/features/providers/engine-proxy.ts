// A proxy for an engine that can be replaced while in use. Queued requests use the new engine; running ones finish on the
// old one, which is closed after its last request.
import type { Engine } from '#engines/engine.ts'
import { handedOn } from '#engines/handed-on.ts'

export interface EngineProxy {
  readonly engine: Engine
  /** Replaces it with another engine of the same kind. */
  replace(engine: Engine): void
  /** Closes it after its last request. */
  retire(): void
  /** Closes it at once and ends its requests. */
  close(): Promise<void>
}

/** `failed` receives errors of closing a replaced engine. */
export function proxyEngine(first: Engine, failed: (error: unknown) => void): EngineProxy {
  const open = new Set<Used>()
  let current = used(first)
  const leave = (one: Used) => {
    one.retired = true
    closeUnused(one)
  }
  function closeUnused(one: Used): void {
    if (!one.retired || one.running > 0 || !open.delete(one)) return
    one.engine.close().catch(failed)
  }
  function used(engine: Engine): Used {
    const one: Used = { engine, running: 0, retired: false }
    open.add(one)
    return one
  }
  const during = async <T>(work: (engine: Engine) => Promise<T> | undefined): Promise<T> => {
    const one = current
    one.running++
    try {
      return await must(work(one.engine))
    } finally {
      one.running--
      closeUnused(one)
    }
  }
  function counted<T>(work: (engine: Engine) => AsyncIterable<T> | undefined): AsyncIterable<T> {
    let one: Used | undefined
    const begin = () => {
      one = current
      one.running++
      return must(work(one.engine))
    }
    return handedOn(begin, () => {
      if (!one) return
      one.running--
      closeUnused(one)
    })
  }
  return {
    engine: facade(() => current.engine, during, counted),
    replace(engine) {
      const before = current
      current = used(engine)
      leave(before)
    },
    retire: () => leave(current),
    async close() {
      const all = [...open]
      open.clear()
      await Promise.all(all.map(({ engine }) => engine.close()))
    },
  }
}

interface Used {
  readonly engine: Engine
  running: number
  retired: boolean
}

type During = <T>(work: (engine: Engine) => Promise<T> | undefined) => Promise<T>
type Counted = <T>(work: (engine: Engine) => AsyncIterable<T> | undefined) => AsyncIterable<T>

function facade(current: () => Engine, during: During, counted: Counted): Engine {
  const first = current()
  return {
    kind: first.kind,
    get can() {
      return current().can
    },
    options: () => current().options(),
    health: (signal) => during((engine) => engine.health(signal)),
    models: (signal) => during((engine) => engine.models(signal)),
    chat: (request) => counted((engine) => engine.chat(request)),
    embed: (...sent) => during((engine) => engine.embed(...sent)),
    ...(first.countTokens
      ? { countTokens: (...sent) => during((engine) => engine.countTokens?.(...sent)) }
      : {}),
    ...(first.catalogue ? { catalogue: (...sent) => during((engine) => engine.catalogue?.(...sent)) } : {}),
    ...(first.fetch ? { fetch: (...sent) => counted((engine) => engine.fetch?.(...sent)) } : {}),
    ...(first.load ? { load: (...sent) => counted((engine) => engine.load?.(...sent)) } : {}),
    ...(first.unload ? { unload: (...sent) => during((engine) => engine.unload?.(...sent)) } : {}),
    ...(first.remove ? { remove: (...sent) => during((engine) => engine.remove?.(...sent)) } : {}),
    // Only the owner closes the engine.
    close: () => Promise.resolve(),
  }
}

function must<T>(work: T | undefined): T {
  if (work === undefined) throw new Error('An engine of the same kind lacks what the one before it could')
  return work
}
