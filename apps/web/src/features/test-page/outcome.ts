// What a check found.

export interface Outcome {
  /** info: a fact that is neither good nor bad. skipped: the check needs somebody signed in. */
  readonly state: 'ok' | 'info' | 'warn' | 'bad' | 'skipped'
  /** What was measured or read, without names of people and without secrets; `yes`, `no` and the like are texts. */
  readonly value: string
}

export const BROWSER_CHECKS = [
  'browser',
  'languages',
  'timeZone',
  'viewport',
  'reducedMotion',
  'secure',
  'localStorage',
  'sessionStorage',
  'indexedDb',
  'serviceWorker',
  'clipboard',
  'notifications',
  'crypto',
  'streams',
] as const

export const SERVER_CHECKS = [
  'reach',
  'version',
  'api',
  'roundTrip',
  'clock',
  'protocol',
  'uploadLimits',
  'upload',
  'events',
] as const

export const PERSON_CHECKS = ['session', 'role', 'permissions'] as const

export type CheckName =
  | (typeof BROWSER_CHECKS)[number]
  | (typeof SERVER_CHECKS)[number]
  | (typeof PERSON_CHECKS)[number]

/** Checks that only report a fact. */
const FACTS = [
  'browser',
  'languages',
  'timeZone',
  'viewport',
  'reducedMotion',
  'api',
  'uploadLimits',
] as const satisfies readonly CheckName[]

type Fact = (typeof FACTS)[number]

/** Returns whether a check can find something to do. */
export const canFail = (name: CheckName): name is Exclude<CheckName, Fact> =>
  !FACTS.some((fact) => fact === name)

export type Check = (signal: AbortSignal) => Outcome | Promise<Outcome>
