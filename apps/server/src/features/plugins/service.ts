import type { PluginConsent, PluginScope, ShippedPlugin } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { PluginFolders } from './folders.ts'
import type { Plugin } from './rules.ts'
import * as store from './store.ts'

export interface PluginsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Pick<AuditService, 'record'>
  readonly folders: PluginFolders
}

export interface PluginsService {
  /** Returns the plugins of the installation with what the viewer allowed them. */
  list(viewer: Person): Promise<ShippedPlugin[]>
  /**
   * Allows a plugin what it asks for; `scopes` are those that the person saw.
   * @throws Problem NOT_FOUND; CONFLICT when it asks for something else by now
   */
  allow(viewer: Person, id: string, scopes: readonly PluginScope[]): Promise<PluginConsent>
  /** Takes back what the viewer allowed; on every server, its next call is refused and its streams end. */
  revoke(viewer: Person, id: string): Promise<void>
}

export function pluginsService({ db, clock, bus, audit, folders }: PluginsDeps): PluginsService {
  return {
    async list({ userId }) {
      const [plugins, consents] = await Promise.all([folders.list(), store.list(db.orm, userId)])
      return plugins.map((plugin) =>
        toShipped(
          plugin,
          consents.find(({ pluginId }) => pluginId === plugin.id),
        ),
      )
    },
    async allow(viewer, id, scopes) {
      const { userId } = viewer
      const plugin = await folders.find(id)
      if (!plugin) throw new Problem('NOT_FOUND', { thing: 'plugin' })
      if (scopes.toSorted().join() !== plugin.scopes.toSorted().join()) throw new Problem('CONFLICT')
      const row = { userId, pluginId: id, scopes: [...plugin.scopes], hash: plugin.hash, given: clock.now() }
      await db.transaction(async (tx) => {
        await store.put(tx, row)
        const details = { plugin: id, scopes: plugin.scopes.join(', ') }
        await audit.record(tx, { action: 'plugin.allowed', by: viewer, on: onOf(plugin.name), details })
      })
      return toConsent(plugin, row)
    },
    async revoke(viewer, id) {
      const pair = { userId: viewer.userId, pluginId: id }
      // Its folder may be gone.
      const name = (await folders.find(id))?.name ?? id
      await db.transaction(async (tx) => {
        if (!(await store.remove(tx, pair))) return
        const details = { plugin: id }
        await audit.record(tx, { action: 'plugin.revoked', by: viewer, on: onOf(name), details })
        await bus.publish(tx, { type: 'plugin.revoked', ...pair })
      })
    },
  }
}

const onOf = (name: string) => ({ type: 'plugin', name })

function toShipped(plugin: Plugin, consent: store.ConsentRow | undefined): ShippedPlugin {
  const { id, apiId, apiName, name, type, description, longDescription, icon, page, scopes, translations } =
    plugin
  return {
    id,
    apiId,
    apiName,
    name,
    type,
    description,
    longDescription,
    icon,
    page: `/static/plugins/${id}/${page}`,
    scopes: [...scopes],
    translations,
    consent: consent ? toConsent(plugin, consent) : null,
  }
}

const toConsent = (plugin: Plugin, { scopes, given, hash }: store.ConsentRow): PluginConsent => ({
  scopes,
  given: given.toISOString(),
  isCurrent: hash === plugin.hash,
})
