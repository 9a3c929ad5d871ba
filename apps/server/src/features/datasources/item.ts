import { CONTEXT_TYPES, DATASOURCE_LIMITS, LIVE } from '@polylogue/contract'
import { LEVEL, type Policy } from '#access/index.ts'
import { itemLive, type ItemType } from '#access/items/index.ts'
import { datasources } from './table.ts'

/**
 * Write access changes the documents; name, summary and shares need admin access (SOURCE-2). Documents
 * follow their data source.
 */
export const datasourcePolicy = {
  thing: 'data source',
  needs: { read: LEVEL.read, update: LEVEL.write, describe: LEVEL.admin, remove: LEVEL.admin },
} as const satisfies Policy

/** Data sources as items. Sharing has the noun's own live code, because pages reload projects on the code of shares. */
export const datasourceItem: ItemType<typeof datasources> = {
  noun: 'datasource',
  path: 'datasources',
  contextType: CONTEXT_TYPES.datasource,
  table: datasources,
  policy: datasourcePolicy,
  permission: 'can_use_datasources',
  most: { limit: DATASOURCE_LIMITS.count, code: 'TOO_MANY_DATASOURCES' },
  search: { columns: ['name', 'summary'] },
  live: itemLive('datasource', 'datasources', LIVE.datasources, LIVE.datasources),
  labelled: true,
}
