import { FOREVER, SETTINGS, type PluginSetting, type Setting, type SettingName } from '@polylogue/contract'
import { isOneself, type Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { endOfValidity, faultOf } from './rules.ts'
import * as store from './store.ts'

interface Kind {
  readonly id: number
  readonly name: SettingName | PluginSetting
  readonly standard: string
}

export interface SettingsDeps {
  readonly db: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
  /** Returns the plugins that the installation ships: each has a setting. */
  readonly plugins: () => Promise<readonly { readonly id: string; readonly settingId: number }[]>
}

/** A setting by its id or its name. */
export type SettingKey = { settingId: number } | { settingName: string }

export interface SettingsService {
  /** Returns every setting of the product. */
  kinds(): Promise<{ id: number; name: string; defaultValue: string }[]>
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

export function settingsService({ db, bus, clock, plugins }: SettingsDeps): SettingsService {
  const all = async (): Promise<readonly Kind[]> => {
    const kindOf = ({ id, settingId }: { id: string; settingId: number }): Kind => ({
      id: settingId,
      name: `plugin.${id}`,
      standard: 'true',
    })
    return [...SETTINGS, ...(await plugins()).map(kindOf)]
  }
  return {
    kinds: async () => (await all()).map(({ id, name, standard }) => ({ id, name, defaultValue: standard })),
    async list(viewer, userId, name) {
      requireOwn(viewer, userId)
      const [rows, kinds] = await Promise.all([store.listValid(db.orm, userId, clock.now()), all()])
      return rows
        .flatMap((row) => settingOf(kinds, row) ?? [])
        .filter((found) => name === undefined || found.name === name)
    },
    async set(viewer, userId, key, value, until = FOREVER) {
      requireOwn(viewer, userId)
      const kind = kindOf(await all(), key)
      const fault = faultOf(kind.name, value)
      if (fault) throw unfit('settingValue', `the value of ${kind.name} ${fault}`)
      const validUntil = endOfValidity(until)
      const row = { userId, settingId: kind.id, value, validUntil, modified: clock.now() }
      await db.transaction(async (tx) => {
        await store.put(tx, row)
        await bus.publish(tx, { type: 'settings.changed', person: viewer.contextId })
      })
      return toSetting(kind, row)
    },
    async valueOf(queries, userId, name) {
      const { id } = kindOf(SETTINGS, { settingName: name })
      const rows = await store.listValid(queries, userId, clock.now())
      return rows.find(({ settingId }) => settingId === id)?.value
    },
    async keep(queries, userId, name, value) {
      const { id: settingId } = kindOf(SETTINGS, { settingName: name })
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

function kindOf(kinds: readonly Kind[], key: SettingKey): Kind {
  const kind = kinds.find(({ id, name }) =>
    'settingId' in key ? id === key.settingId : name === key.settingName,
  )
  if (kind) return kind
  throw 'settingId' in key
    ? unfit('settingId', `there is no setting ${key.settingId}`)
    : unfit('settingName', `there is no setting “${key.settingName}”`)
}

/** Returns undefined for a setting that a later version stored, or of a plugin that is gone. */
function settingOf(kinds: readonly Kind[], row: store.SettingRow): Setting | undefined {
  const kind = kinds.find(({ id }) => id === row.settingId)
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
