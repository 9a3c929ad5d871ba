/** The current time as a dependency, so that tests can control it. */
export interface Clock {
  /** Returns the current time. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
