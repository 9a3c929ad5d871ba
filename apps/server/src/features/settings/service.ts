import { FOREVER, SETTINGS, type Setting, type SettingName } from '@polylogue/contract'
import { isOneself, type Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { endOfValidity, faultOf } from './rules.ts'
import * as store from './store.ts'

type Kind = (typeof SETTINGS)[number]

/** A setting by its id or its name. */
export type SettingKey = { settingId: number } | { settingName: string }

export interface SettingsService {
  /** Returns every setting of the product. */
  kinds(): { id: number; name: string; defaultValue: string }[]
  /** Returns one's valid stored settings, all or those of a name. @throws Problem NOT_FOUND for another user's */
  list(viewer: Person, userId: number, name?: string): Promise<Setting[]>
  /**
   * Upserts a setting; `until` is a day or a time, without it there is no end.
   * @throws Problem NOT_FOUND for another user's; VALIDATION_FAILED for an unknown setting or an invalid value.
   */
  set(viewer: Person, userId: number, key: SettingKey, value: string, until?: string): Promise<Setting>
  /** Returns the valid value of a setting without an access check, for features that store state there. */
  valueOf(db: Queries, userId: number, name: SettingName): Promise<string | undefined>
  /** Stores a setting of a feature without an end, in its transaction and without an access check. */
  keep(tx: Queries, userId: number, name: SettingName, value: string): Promise<void>
}

export function settingsService({ db, clock }: { db: Database; clock: Clock }): SettingsService {
  return {
    kinds: () => SETTINGS.map(({ id, name, standard }) => ({ id, name, defaultValue: standard })),
    async list(viewer, userId, name) {
      requireOwn(viewer, userId)
      const rows = await store.listValid(db.orm, userId, clock.now())
      return rows
        .flatMap((row) => settingOf(row) ?? [])
        .filter((found) => name === undefined || found.name === name)
    },
    async set(viewer, userId, key, value, until = FOREVER) {
      requireOwn(viewer, userId)
      const kind = kindOf(key)
      const fault = faultOf(kind.name, value)
      if (fault) throw unfit('settingValue', `the value of ${kind.name} ${fault}`)
      const validUntil = endOfValidity(until)
      const row = { userId, settingId: kind.id, value, validUntil, modified: clock.now() }
      await store.put(db.orm, row)
      return toSetting(kind, row)
    },
    async valueOf(queries, userId, name) {
      const { id } = kindOf({ settingName: name })
      const rows = await store.listValid(queries, userId, clock.now())
      return rows.find(({ settingId }) => settingId === id)?.value
    },
    async keep(queries, userId, name, value) {
      const { id: settingId } = kindOf({ settingName: name })
      await store.put(queries, {
        userId,
        settingId,
        value,
        validUntil: new Date(FOREVER),
        modified: clock.now(),
      })
    },
  }
}

function requireOwn(viewer: Person, userId: number): void {
  if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
}

function kindOf(key: SettingKey): Kind {
  const kind = SETTINGS.find(({ id, name }) =>
    'settingId' in key ? id === key.settingId : name === key.settingName,
  )
  if (kind) return kind
  throw 'settingId' in key
    ? unfit('settingId', `there is no setting ${key.settingId}`)
    : unfit('settingName', `there is no setting “${key.settingName}”`)
}

/** Returns undefined for a setting that a later version stored. */
function settingOf(row: store.SettingRow): Setting | undefined {
  const kind = SETTINGS.find(({ id }) => id === row.settingId)
  return kind && toSetting(kind, row)
}

function toSetting(kind: Kind, row: store.SettingRow): Setting {
  return {
    settingId: kind.id,
    name: kind.name,
    value: row.value,
    validUntil: row.validUntil.toISOString(),
    modified: row.modified.toISOString(),
  }
}

function unfit(path: string, message: string): Problem {
  return new Problem('VALIDATION_FAILED', { issues: message }, { issues: [{ path, message }] })
}
