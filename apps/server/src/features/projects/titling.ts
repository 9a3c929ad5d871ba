// Names that nobody typed: the first question, then the title that a model wrote (decision 100).
import { nameOfQuestion } from '@polylogue/contract'
import { renameItemContext, authorize, type Person } from '#access/index.ts'
import type { Tx } from '#platform/db/index.ts'
import type { ProjectItems, ProjectsDeps } from './deps.ts'
import { projectPolicy } from './policy.ts'
import * as store from './store.ts'

/** Names a tab, and its chat, unless a person named them. `modified` stays: an open form must not conflict. */
export async function giveTitle(
  { deps, items }: { readonly deps: ProjectsDeps; readonly items: ProjectItems },
  viewer: Person,
  { projectId, tabId }: { projectId: number; tabId: number },
  title: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await store.lock(tx, projectId)
    const project = authorize(projectPolicy, 'update', await items.find(tx, viewer, projectId))
    // A tab that was moved meanwhile takes its words along; a deleted one has none.
    if (!(await deps.tabs.isIn(tx, tabId, projectId))) return
    if (await store.giveTitle(tx, projectId, title)) {
      await renameItemContext(tx, project.contextId, title)
      await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: projectId })
    }
    if (await deps.tabs.giveTitle(tx, { projectId, tabId }, title))
      await deps.bus.publish(tx, { type: 'tab.changed', tabId, projectId })
  })
}

/** Names these chats after their first question if they are still named as new ones. */
export async function nameByQuestion(deps: ProjectsDeps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const unnamed = await store.findUnnamed(deps.db.pool, ids)
  for (const { id, question } of unnamed) {
    const name = nameOfQuestion(question)
    if (name !== '') await deps.db.transaction((tx) => rename(deps, tx, id, name))
  }
}

/** Renames a chat that is still named as a new one. */
export async function rename(
  deps: Pick<ProjectsDeps, 'bus'>,
  tx: Tx,
  id: number,
  name: string,
): Promise<void> {
  const contextId = await store.rename(tx, id, name)
  if (contextId === undefined) return
  await renameItemContext(tx, contextId, name)
  await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id })
}
