// Syncs the configured tenants with contexts (ACCESS-6).
import { ensureGroup } from '#access/index.ts'
import { CONTEXT_TYPES } from '@polylogue/contract'
import type { ContextsDeps } from './deps.ts'
import * as store from './tenants-store.ts'

/** The audit trail's actor for changes by the configuration. */
const NOBODY = { userId: null, address: '' }

/**
 * Creates the configured tenants and deletes those no longer configured, unless they have members: removing a line from a
 * file must not remove a wall. Idempotent and safe for servers that start in parallel.
 */
export async function ensureTenants(
  { db, clock, audit }: Pick<ContextsDeps, 'db' | 'clock' | 'audit'>,
  names: readonly string[],
): Promise<void> {
  const known = await store.all(db.orm)
  const wanted = new Set(names)
  const missing = [...wanted].filter((name) => !known.some((tenant) => tenant.name === name))
  if (missing.length === 0 && known.every(({ name }) => wanted.has(name))) return
  await db.transaction(async (tx) => {
    await store.lock(tx)
    const before = await store.all(tx)
    for (const name of wanted) {
      if (before.some((tenant) => tenant.name === name)) continue
      const { id } = await ensureGroup(tx, { typeId: CONTEXT_TYPES.tenant, name, clock })
      const on = { type: 'context', id, name }
      await audit.record(tx, { action: 'context.created', by: NOBODY, on, details: { type: 6 } })
    }
    const gone = await store.removeEmpty(
      tx,
      before.filter(({ name }) => !wanted.has(name)).map(({ id }) => id),
    )
    for (const { id, name } of gone) {
      const on = { type: 'context', id, name }
      await audit.record(tx, { action: 'context.deleted', by: NOBODY, on, details: { type: 6 } })
    }
  })
}
