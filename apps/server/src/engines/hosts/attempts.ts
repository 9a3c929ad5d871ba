import { EngineError } from '../engine.ts'
import type { Host } from './host.ts'

/** The hosts tried for one request. */
export class Attempts {
  readonly signal: AbortSignal
  readonly tried = new Set<Host>()
  readonly failures: EngineError[] = []
  /** No live host was available. */
  lastResort = true

  constructor(signal: AbortSignal) {
    this.signal = signal
  }

  ask(host: Host): void {
    this.tried.add(host)
    this.lastResort &&= host.dead
  }

  /** Returns whether a host is a good candidate for the next attempt. */
  mayAsk(host: Host, model: string): boolean {
    return !this.tried.has(host) && !host.dead && host.has(model) !== false
  }

  /** Returns the error to report when all hosts failed: busy takes precedence, because the host will be free again. */
  worst(): EngineError {
    const busy = this.failures.filter(({ code }) => code === 'busy' || code === 'rate-limited')
    const soonest = busy.toSorted((a, b) => (a.retryAfterMs ?? 0) - (b.retryAfterMs ?? 0))[0]
    return soonest ?? this.failures.at(-1) ?? new EngineError('unreachable', 'There is no host')
  }
}
