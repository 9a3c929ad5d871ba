// The configuration while the server runs: what the file and the environment say, and for the other keys what the super user
// changed in the page (CONFIG-10; decision 155).
import type { Configuration } from '@polylogue/contract'
import type { ConfigFile } from './config-file.ts'
import { at, configurationOf, formOf, schemaAt, type Origin } from './config-values.ts'
import { Problem } from './problem.ts'

/** Keys that can be changed while the server runs. Whoever uses one reads it each time (`LiveConfig.current`). */
export const CHANGEABLE_KEYS = [
  'dark',
  'languages',
  'stickyNotificationMs',
  'allowSignUp',
  'signUpRoleId',
  'allowDeleteOwnProfile',
  'minimumPasswordStrength',
  'audit.keepDays',
  'notifications.keepDays',
  'recycleBin.keepDays',
  'chatTitles',
  'attachments.maxBytes',
  'attachments.types.text',
  'attachments.types.multimodal',
  'exportFormats',
  'httpShareEnabled',
  'allowedHosts',
  'limits.streamsPerUser',
  'limits.waitingPerUser',
] as const

/** Keys of the file that nobody may keep from the start: their values may change. */
type ChangeableOnly =
  | Exclude<(typeof CHANGEABLE_KEYS)[number], `${string}.${string}`>
  | 'attachments'
  | 'audit'
  | 'notifications'
  | 'recycleBin'

/** What stays as it was at the start. */
export type StartFile = Omit<ConfigFile, ChangeableOnly>

export interface LiveConfig {
  /** Returns the configuration as it is now. */
  current(): ConfigFile
  /** Returns every key with its value in effect and where that comes from. */
  values(): Configuration
  /**
   * Returns a value as it is stored.
   * @throws Problem CONFIGURATION_FIXED for a key that only the file or the environment changes; VALIDATION_FAILED
   */
  checked(key: string, value: unknown): unknown
  /** Replaces the changes; returns the keys whose values are not valid any more, which are left out. */
  apply(changes: ReadonlyMap<string, unknown>): string[]
}

/** Makes an object whose values are always the current ones. Do not copy it by spreading. */
export function always<Values extends object>(read: () => Values): Values {
  const live = {}
  for (const key of Object.keys(read()) as (keyof Values & string)[])
    Object.defineProperty(live, key, { enumerable: true, get: () => read()[key] })
  return live as Values
}

export function openLiveConfig(file: ConfigFile, origin: Origin): LiveConfig {
  let current = file
  let changed: ReadonlySet<string> = new Set()
  const isFixed = (key: string) =>
    !isChangeable(key) ||
    origin.variables[key] !== undefined ||
    at(origin.content, key.split('.')) !== undefined
  const parsed = (key: string, value: unknown) => schemaAt(key.split('.')).safeParse(value)
  return {
    current: () => current,
    values: () => {
      const { path, values } = configurationOf(current, origin)
      return {
        path,
        values: values.map((one) => ({
          ...one,
          source: changed.has(one.key) ? 'page' : one.source,
          form: isFixed(one.key) ? null : formOf(schemaAt(one.key.split('.'))),
        })),
      }
    },
    checked(key, value) {
      if (isFixed(key)) throw new Problem('CONFIGURATION_FIXED', { key })
      const result = parsed(key, value)
      if (result.success) return result.data
      const [issue] = result.error.issues
      const entry = issue && issue.path.length > 0 ? at(value, issue.path.map(String)) : undefined
      const message = `${entry === undefined ? '' : `${JSON.stringify(entry)} `}${issue?.message ?? 'is not allowed'}`
      throw new Problem(
        'VALIDATION_FAILED',
        { issues: `value: ${message}` },
        { issues: [{ path: 'value', message }] },
      )
    },
    apply(changes) {
      const valid = [...changes].filter(([key, value]) => !isFixed(key) && parsed(key, value).success)
      current = valid.reduce((made, [key, value]) => withValue(made, key.split('.'), value), file)
      changed = new Set(valid.map(([key]) => key))
      return [...changes.keys()].filter((key) => !changed.has(key))
    },
  }
}

const isChangeable = (key: string) => (CHANGEABLE_KEYS as readonly string[]).includes(key)

function withValue<Of extends object>(of: Of, [key = '', ...inner]: readonly string[], value: unknown): Of {
  const old = (of as Record<string, unknown>)[key]
  return { ...of, [key]: inner.length === 0 ? value : withValue(old as object, inner, value) }
}
