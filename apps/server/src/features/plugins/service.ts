import type { PluginConsent, PluginScope, ShippedPlugin } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { PluginFolders } from './folders.ts'
import type { Plugin } from './rules.ts'
import * as store from './store.ts'

export interface PluginsDeps {
  readonly db: Database
  readonly clock: Clock
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
  /** Takes back what the viewer allowed; its next call is refused, on every server. */
  revoke(viewer: Person, id: string): Promise<void>
}

export function pluginsService({ db, clock, folders }: PluginsDeps): PluginsService {
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
    async allow({ userId }, id, scopes) {
      const plugin = await folders.find(id)
      if (!plugin) throw new Problem('NOT_FOUND', { thing: 'plugin' })
      if (scopes.toSorted().join() !== plugin.scopes.toSorted().join()) throw new Problem('CONFLICT')
      const row = { userId, pluginId: id, scopes: [...plugin.scopes], hash: plugin.hash, given: clock.now() }
      await store.put(db.orm, row)
      return toConsent(plugin, row)
    },
    revoke: ({ userId }, id) => store.remove(db.orm, { userId, pluginId: id }),
  }
}

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
