// An engine as it is used by the rest of the server: what is behind it may be replaced meanwhile. Whoever waits for its turn
// then asks the new one; what runs on the old one is never cut, and the old one is closed when the last of it has ended.
import type { Engine } from '../../engines/engine.ts'
import { handedOn } from '../../engines/handed-on.ts'

export interface Lent {
  readonly engine: Engine
  /** Puts another engine of the same kind behind it. */
  replace(engine: Engine): void
  /** Closes it once nothing runs on it any more. */
  retire(): void
  /** Closes it at once, with what runs on it. */
  close(): Promise<void>
}

/** `failed` is told what goes wrong when a replaced engine is closed. */
export function lend(first: Engine, failed: (error: unknown) => void): Lent {
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
    // Who borrows an engine does not close it.
    close: () => Promise.resolve(),
  }
}

function must<T>(work: T | undefined): T {
  if (work === undefined) throw new Error('An engine of the same kind lacks what the one before it could')
  return work
}
