// Showing, hiding and ordering models.
import type { Model, TagSettings } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { Problem } from '#problem.ts'
import type { ChangingDeps } from './deps.ts'
import { orderOf, requireNotGuide } from './rules.ts'
import * as store from './store.ts'

/** Shows a model in all lists, or hides it. */
export async function setActive(
  deps: ChangingDeps,
  viewer: Person,
  id: number,
  active: boolean,
): Promise<Model> {
  const permission = active ? 'can_activate_model' : 'can_deactivate_model'
  if (!viewer.permissions.has(permission)) throw new Problem('PERMISSION_DENIED')
  const before = await deps.models.get(viewer, id)
  if (!active) requireNotGuide(id)
  await deps.db.transaction(async (tx) => {
    const changed = await store.setState(tx, id, active ? 1 : 0, deps.clock.now())
    if (!changed) return
    const action = active ? 'model.activated' : 'model.deactivated'
    await deps.audit.record(tx, { action, by: viewer, on: { type: 'model', id, name: before.name } })
    await deps.bus.publish(tx, { type: 'models.changed', modelId: id })
  })
  return { ...before, state: active ? 1 : 0 }
}

/** Reorders models; omitted ones follow in their current order. */
export async function sort(deps: ChangingDeps, viewer: Person, ids: readonly number[]): Promise<Model[]> {
  if (!viewer.permissions.has('can_sort_model')) throw new Problem('PERMISSION_DENIED')
  await deps.db.transaction(async (tx) => {
    const before = await store.holdOrder(tx)
    await store.setOrder(tx, orderOf(before, ids))
    const on = { type: 'model' }
    await deps.audit.record(tx, { action: 'model.sorted', by: viewer, on, details: { count: ids.length } })
    await deps.bus.publish(tx, { type: 'models.changed', modelId: null })
  })
  return deps.models.list(viewer, { all: true })
}

/** Sets a tag's capabilities that its engine does not report. */
export async function setTag(
  deps: ChangingDeps,
  viewer: Person,
  of: { readonly modelId: number; readonly tagId: number },
  { contextLength, images, tools }: TagSettings,
): Promise<Model> {
  if (!viewer.permissions.has('can_update_model')) throw new Problem('PERMISSION_DENIED')
  requireNotGuide(of.modelId)
  const { name } = await deps.models.get(viewer, of.modelId)
  await deps.db.transaction(async (tx) => {
    const set = { setContextLength: contextLength, setImages: images, setTools: tools }
    const tag = await store.setTag(tx, of, set)
    if (tag === undefined) throw new Problem('NOT_FOUND', { thing: 'tag' })
    const on = { type: 'model', id: of.modelId, name }
    const said = {
      contextLength: contextLength ?? 'as told',
      images: images ?? 'as told',
      tools: tools ?? 'as told',
    }
    await deps.audit.record(tx, { action: 'model.updated', by: viewer, on, details: { tag, ...said } })
    await deps.bus.publish(tx, { type: 'models.changed', modelId: of.modelId })
  })
  return deps.models.get(viewer, of.modelId)
}
