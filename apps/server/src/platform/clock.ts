/** The time, given to whoever needs it, so that tests can hold it. */
export interface Clock {
  /** Now, as a Date in UTC. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
