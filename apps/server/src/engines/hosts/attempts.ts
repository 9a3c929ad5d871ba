import { EngineError } from '../engine.ts'
import type { Host } from './host.ts'

/** The hosts that one question was put to. */
export class Attempts {
  readonly signal: AbortSignal
  readonly tried = new Set<Host>()
  readonly failures: EngineError[] = []
  /** No living host was there to be asked. */
  lastResort = true

  constructor(signal: AbortSignal) {
    this.signal = signal
  }

  ask(host: Host): void {
    this.tried.add(host)
    this.lastResort &&= host.dead
  }

  /** Whether a host is a good one to ask next. */
  mayAsk(host: Host, model: string): boolean {
    return !this.tried.has(host) && !host.dead && host.has(model) !== false
  }

  /** What to tell when all failed: a busy host will be free again, so that says most. */
  worst(): EngineError {
    const busy = this.failures.filter(({ code }) => code === 'busy' || code === 'rate-limited')
    const soonest = busy.toSorted((a, b) => (a.retryAfterMs ?? 0) - (b.retryAfterMs ?? 0))[0]
    return soonest ?? this.failures.at(-1) ?? new EngineError('unreachable', 'There is no host')
  }
}
