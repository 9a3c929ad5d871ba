import type { Configuration } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { AuditService } from '#features/audit/index.ts'
import * as store from './store.ts'

/** The configuration in effect; the app knows its keys. */
export interface Values {
  values(): Configuration
  /** @throws Problem CONFIGURATION_FIXED, VALIDATION_FAILED */
  checked(key: string, value: unknown): unknown
  /** Replaces all changes; returns the keys that are left out because their values are not valid any more. */
  apply(changes: ReadonlyMap<string, unknown>): string[]
}

export interface ConfigurationDeps {
  readonly db: Database
  readonly bus: Bus
  readonly log: Log
  readonly audit: Pick<AuditService, 'record'>
  readonly configuration: Values
}

/** Access and errors are those of the contract. */
export interface ConfigurationService {
  get(viewer: Person): Configuration
  /** `value` null or undefined: back to the default. */
  update(viewer: Person, change: { key: string; value?: unknown }): Promise<Configuration>
  /** Reads the changes again, which this or another process made. */
  load(): Promise<void>
}

export function configurationService(deps: ConfigurationDeps): ConfigurationService {
  const { db, bus, log, audit, configuration } = deps
  const requireAccess = (viewer: Person) => {
    if (!viewer.permissions.has('can_view_system')) throw new Problem('PERMISSION_DENIED')
  }
  const read = async () => {
    const invalid = configuration.apply(await store.changedValues(db.orm))
    if (invalid.length > 0)
      log.warn(
        { keys: invalid },
        'changed values of the configuration have no effect: set elsewhere, or not allowed now',
      )
  }
  // One after the other: an older read must not be applied after a newer one.
  let last: Promise<void> = Promise.resolve()
  const load = () => (last = last.then(read, read))
  return {
    load,
    get(viewer) {
      requireAccess(viewer)
      return configuration.values()
    },
    async update(viewer, { key, value }) {
      requireAccess(viewer)
      const isDefault = value === null || value === undefined
      const checked = configuration.checked(key, isDefault ? undefined : value)
      await db.transaction(async (tx) => {
        await store.storeValue(tx, key, isDefault ? undefined : checked)
        await audit.record(tx, {
          action: isDefault ? 'configuration.reset' : 'configuration.changed',
          by: viewer,
          on: { type: 'configuration', name: key },
          details: isDefault ? {} : { value: JSON.stringify(checked) },
        })
        await bus.publish(tx, { type: 'configuration.changed' })
      })
      await load()
      return configuration.values()
    },
  }
}
