// Tabs that change their project, and tabs that are made of others.
import type { CallInput, contract, Tab } from '@polylogue/contract'
import { allows, require, type Person } from '../../access/index.ts'
import { laterThan } from '../../platform/changes.ts'
import { uuidV7 } from '../../platform/ids.ts'
import { Problem } from '../../problem.ts'
import type { TabsGiven } from './given.ts'
import { tabPolicy, tabsPolicy } from './policy.ts'
import { copyName, toldTab } from './rules.ts'
import * as store from './store.ts'

/** A tab of very many messages takes its time. */
const LIMIT_MS = 60_000

/**
 * Moves a tab with its messages to the end of another project. Taking it away asks for what deleting it asks for.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED, STILL_ANSWERING
 */
export async function move(given: TabsGiven, viewer: Person, id: number, projectId: number): Promise<Tab> {
  const { tab, from } = await given.db.transaction(
    async (tx) => {
      await store.lockProjectsOf(tx, id, projectId)
      await store.lock(tx, id)
      const found = require(viewer, tabPolicy, 'move', await store.find(tx, viewer, id))
      require(viewer, tabsPolicy, 'create', await store.findProject(tx, viewer, projectId))
      const mayAll = allows(tabPolicy, 'moveOthers', found.level)
      if (!mayAll && (await store.hasMessagesOfOthers(tx, id, viewer.userId)))
        throw new Problem('PERMISSION_DENIED')
      if (await given.queries.isAnswering(tx, id)) throw new Problem('STILL_ANSWERING')
      const moved = await store.update(tx, id, {
        projectId,
        tabIndex: (await store.lastIndex(tx, projectId)) + 1,
        modified: laterThan(found.modified, given.clock),
      })
      if (found.projectId !== projectId) await given.search.moveTab(tx, id, found.projectId, projectId)
      for (const touched of new Set([found.projectId, projectId])) {
        await given.bus.publish(tx, { type: 'tab.changed', tabId: id, projectId: touched })
        await given.bus.publish(tx, { type: 'item.changed', noun: 'project', id: touched })
      }
      return { tab: moved, from: found.projectId }
    },
    { limitMs: LIMIT_MS },
  )
  await given.touchProjects([from, projectId])
  return toldTab(tab)
}

type Copy = CallInput<typeof contract.tabs.copy>['body']

/**
 * Puts a copy of a tab right behind it, with its settings and, if wished, its finished messages.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED
 */
export async function copy(given: TabsGiven, viewer: Person, id: number, wished: Copy): Promise<Tab> {
  const { tab, messageIds } = await given.db.transaction(
    async (tx) => {
      await store.lockProjectsOf(tx, id)
      await store.lock(tx, id)
      const found = require(viewer, tabPolicy, 'copy', await store.find(tx, viewer, id))
      const { id: _, uuid: __, level: ___, ...settings } = found
      const { projectId } = found
      const siblings = await store.listOfProject(tx, projectId)
      const now = given.clock.now()
      const made = await store.insert(tx, {
        ...settings,
        uuid: uuidV7(given.clock),
        name:
          wished.name ??
          copyName(
            found.name,
            siblings.map(({ name }) => name),
          ),
        created: now,
        modified: now,
      })
      const order = siblings.flatMap((sibling) => (sibling.id === id ? [id, made.id] : [sibling.id]))
      await store.setOrder(tx, projectId, order)
      const copied = wished.withMessages ? await given.queries.copyMessages(tx, id, made.id) : []
      await given.bus.publish(tx, { type: 'tab.changed', tabId: made.id, projectId })
      await given.bus.publish(tx, { type: 'item.changed', noun: 'project', id: projectId })
      return { tab: { ...made, tabIndex: order.indexOf(made.id) }, messageIds: copied }
    },
    { limitMs: LIMIT_MS },
  )
  given.added(messageIds)
  await given.touchProjects([tab.projectId])
  return toldTab(tab)
}
