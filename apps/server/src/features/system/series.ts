/**
 * Numbers in steps of time, of which the newest are kept. Steps begin at multiples of their length since 1970, so that those of
 * several servers can be added.
 */
export class Series {
  readonly #stepMs: number
  readonly #values: number[]
  #newest = 0

  constructor(stepMs: number, length: number) {
    this.#stepMs = stepMs
    this.#values = Array.from({ length }, () => 0)
  }

  add(now: Date, amount: number): void {
    this.#advance(now)
    const last = this.#values.length - 1
    this.#values[last] = (this.#values[last] ?? 0) + amount
  }

  /** Replaces the value of the current step. */
  set(now: Date, value: number): void {
    this.#advance(now)
    this.#values[this.#values.length - 1] = value
  }

  /** Returns the values, the oldest first; the last one is of the current step. */
  values(now: Date): number[] {
    this.#advance(now)
    return [...this.#values]
  }

  #advance(now: Date): void {
    const step = Math.floor(now.getTime() / this.#stepMs)
    const steps = Math.min(this.#values.length, Math.max(0, step - this.#newest))
    this.#values.splice(0, steps)
    for (let added = 0; added < steps; added++) this.#values.push(0)
    this.#newest = Math.max(this.#newest, step)
  }
}

/** Twelve steps of five minutes. */
export const lastHour = (): Series => new Series(300_000, 12)
/** 24 steps of an hour. */
export const lastDay = (): Series => new Series(3_600_000, 24)

/** Adds the values of several servers, step by step. */
export function sumOf(all: readonly (readonly number[])[]): number[] {
  return Array.from({ length: 12 }, (_, step) => all.reduce((sum, values) => sum + (values[step] ?? 0), 0))
}
