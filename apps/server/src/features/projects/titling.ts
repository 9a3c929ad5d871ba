// Titles that a model wrote (decision 96).
import { renameItemContext, require, type Person } from '../../access/index.ts'
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
    const project = require(viewer, projectPolicy, 'update', await items.find(tx, viewer, projectId))
    if (await store.giveTitle(tx, projectId, title)) {
      await renameItemContext(tx, project.contextId, title)
      await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: projectId })
    }
    if (await deps.tabs.giveTitle(tx, tabId, title))
      await deps.bus.publish(tx, { type: 'tab.changed', tabId, projectId })
  })
}
