import { CONTEXT_TYPES } from '@polylogue/contract'
import type { ItemType } from '#access/items/index.ts'
import { calledName, countedName, tabNames } from './item-store.ts'
import { projectLive } from './live.ts'
import { projectPolicy } from './policy.ts'
import { projects } from './table.ts'

/** Projects as items: tabs and messages share the access of their project. */
export const projectItem: ItemType<typeof projects> = {
  noun: 'project',
  path: 'projects',
  contextType: CONTEXT_TYPES.project,
  table: projects,
  policy: projectPolicy,
  search: { columns: ['name', 'description'], projectId: 'id', more: tabNames },
  live: projectLive,
  listedBy: 'lastUsed',
  actions: { shared: 'project.shared', deleted: 'project.deleted' },
  countedAs: { names: ['chats', 'projects'], name: countedName },
  calledAs: calledName,
}
