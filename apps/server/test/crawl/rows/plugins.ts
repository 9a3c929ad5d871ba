// Plugins that the installation ships: everybody signed in sees them and decides for themselves. The crawl's data directory has none.
import { contract } from '@polylogue/contract'
import { changes, reads, type Row } from '../row.ts'
import { everybody } from '../viewers.ts'

const { plugins } = contract

const params = { id: 'counting' }

export const shippedPlugins: Row[] = [
  reads(plugins.list, everybody(200)),
  changes(plugins.allow, everybody(404, { apiToken: 403 }), () => ({ params, body: { scopes: [] } })),
  changes(plugins.revoke, everybody(200, { apiToken: 403 }), () => ({ params })),
]
