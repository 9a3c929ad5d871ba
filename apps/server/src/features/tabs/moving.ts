// Moving tabs to another project.
import type { Tab } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import { laterThan } from '#platform/changes.ts'
import { Problem } from '#problem.ts'
import type { TabsDeps } from './deps.ts'
import { tabPolicy, tabsPolicy } from './policy.ts'
import * as store from './store.ts'
import { requireNoOthers, toOneTabResponse } from './responses.ts'

/**
 * Moves a tab with its messages to the end of another project. Requires the same access as deleting it.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED, STILL_ANSWERING
 */
export async function move(deps: TabsDeps, viewer: Person, id: number, projectId: number): Promise<Tab> {
  const { tab, from } = await deps.db.transaction(async (tx) => {
    await store.lockProjectsOf(tx, id, projectId)
    await store.lock(tx, id)
    const found = authorize(tabPolicy, 'move', await store.find(tx, viewer, id))
    const project = await store.findProject(tx, viewer, projectId)
    const { level } = authorize(tabsPolicy, 'create', project)
    await requireNoOthers(tx, viewer, 'moveOthers', found)
    if (await deps.queries.isAnswering(tx, id)) throw new Problem('STILL_ANSWERING')
    const moved = await store.update(tx, id, {
      projectId,
      tabIndex: (await store.lastIndex(tx, projectId)) + 1,
      modified: laterThan(found.modified, deps.clock),
    })
    if (found.projectId !== projectId) await deps.search.moveTab(tx, id)
    for (const touched of new Set([found.projectId, projectId])) {
      await deps.bus.publish(tx, { type: 'tab.changed', tabId: id, projectId: touched })
      await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: touched })
    }
    return { tab: await toOneTabResponse(deps, tx, viewer, level, moved), from: found.projectId }
  })
  await deps.touchProjects([from, projectId])
  return tab
}
