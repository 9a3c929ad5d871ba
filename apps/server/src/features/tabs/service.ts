import type { CallInput, contract, Tab } from '@polylogue/contract'
import { authorize, type Person, type Viewer } from '#access/index.ts'
import { changeOf, laterThan, requireUnchanged } from '#platform/changes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import { changedDefaults, inheritedModel, SETTINGS, type ChatDefaults } from './defaults.ts'
import type { TabsDeps } from './deps.ts'
import { clearCopies, openCopies } from './copying.ts'
import { move } from './moving.ts'
import { tabPolicy, tabsPolicy } from './policy.ts'
import { freeTitle, isOrderOf, nextTabName, withNaming } from './rules.ts'
import * as store from './store.ts'
import { requireNoOthers, toTabResponses, toOneTabResponse } from './responses.ts'

export type { TabForPrompt } from './store.ts'

export type TabChange = CallInput<typeof contract.tabs.update>['body']
type Instructions = Pick<ChatDefaults, 'custInstWhoId' | 'custInstRespondId'>
type TabCopy = CallInput<typeof contract.tabs.copy>['body']

export interface TabsService {
  /** Returns a project's tabs in their order. @throws Problem NOT_FOUND; NONE_FOUND when it has none */
  list(viewer: Viewer, projectId: number): Promise<Tab[]>
  /** @throws Problem NOT_FOUND */
  get(viewer: Viewer, id: number): Promise<Tab>
  /**
   * Adds a tab at the end. Missing fields are taken from the project; the default name is `Tab` and a number.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED, and the errors of choosing a model
   */
  create(viewer: Person, projectId: number, sent: TabChange): Promise<Tab>
  /**
   * Like `create`, within the caller's transaction; the caller touches the project. `like`: a tab of the same project, whose
   * custom instructions it gets.
   */
  createWithin(tx: Tx, viewer: Person, projectId: number, sent: TabChange, like: Instructions): Promise<Tab>
  /**
   * Moves a tab with its messages to the end of another project.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED unless the viewer may delete it here and write there; STILL_ANSWERING
   */
  move(viewer: Person, id: number, projectId: number): Promise<Tab>
  /**
   * Copies a tab to the place behind it, optionally with its finished messages: many of them in small steps.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED, TAB_TOO_LARGE, SERVER_BUSY
   */
  copy(viewer: Person, id: number, wished: TabCopy, gone: AbortSignal): Promise<Tab>
  /** Removes copies that dead processes left unfinished. */
  clearCopies(): Promise<void>
  /** Changes the fields in the request. @throws Problem as `create`; CONFLICT when it changed since `ifModified` */
  update(viewer: Person, id: number, sent: TabChange): Promise<Tab>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED; CONFLICT unless every tab is named exactly once. */
  order(viewer: Person, projectId: number, tabIds: readonly number[]): Promise<Tab[]>
  /**
   * Deletes a tab with its messages; the event `tab.deleted` stops its answers.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED, also for a writer when others asked in it
   */
  remove(viewer: Person, id: number): Promise<void>
  /** For the hot path: one prepared statement, the viewer's level included; undefined when there is no such tab. */
  tabForPrompt(viewer: Person, tabId: number): Promise<store.TabForPrompt | undefined>
  /** Creates the first tab of a new project, in its transaction. */
  createFirst(tx: Tx, projectId: number, name: string, defaults: ChatDefaults): Promise<void>
  /** Creates tabs of new projects at their places, in their transaction. Returns their ids, in order. */
  insertAll(tx: Tx, places: readonly store.Place[], defaults: ChatDefaults): Promise<number[]>
  /**
   * Gives a tab that is named automatically its title, with a number if another tab of the project has it; the caller has checked
   * access and locked the project. Returns whether it did.
   */
  giveTitle(tx: Tx, at: { projectId: number; tabId: number }, title: string): Promise<boolean>
  /** Whether the tab exists and is in this project. */
  isIn(tx: Tx, tabId: number, projectId: number): Promise<boolean>
  /** Gives the changed settings of a project to its tabs that are empty, unchanged, and had the settings `before`. */
  follow(tx: Tx, projectId: number, before: ChatDefaults, change: Partial<ChatDefaults>): Promise<void>
}

export function tabsService(deps: TabsDeps): TabsService {
  const { orm } = deps.db
  const copies = openCopies(deps)
  return {
    async list(viewer, projectId) {
      const project = await store.findProject(orm, viewer, projectId)
      const { level } = authorize(tabsPolicy, 'list', project)
      const found = await store.listOfProject(orm, projectId)
      if (found.length === 0)
        throw new Problem('NONE_FOUND', { message: 'No project tabs were found in the database.' })
      return toTabResponses(deps, orm, viewer, level, found)
    },
    async get(viewer, id) {
      const { level, ...tab } = authorize(tabPolicy, 'read', await store.find(orm, viewer, id))
      return toOneTabResponse(deps, orm, viewer, level, tab)
    },
    async create(viewer, projectId, sent) {
      const tab = await deps.db.transaction((tx) => create(deps, tx, viewer, projectId, sent))
      await deps.touchProjects([projectId])
      return tab
    },
    createWithin: (tx, viewer, projectId, sent, like) => create(deps, tx, viewer, projectId, sent, like),
    move: (viewer, id, projectId) => move(deps, viewer, id, projectId),
    copy: (viewer, id, wished, gone) => copies.run(viewer, id, wished, gone),
    clearCopies: () => clearCopies(deps),
    update: (viewer, id, sent) => update(deps, viewer, id, sent),
    order: (viewer, projectId, tabIds) => order(deps, viewer, projectId, tabIds),
    remove: (viewer, id) => remove(deps, viewer, id),
    tabForPrompt: (viewer, tabId) => store.findForPrompt(orm, viewer, tabId),
    async createFirst(tx, projectId, name, defaults) {
      await store.insert(tx, {
        ...fresh(deps.clock),
        ...defaults,
        projectId,
        tabIndex: 0,
        name,
        autoNamed: true,
      })
    },
    async insertAll(tx, places, defaults) {
      const all = places.map((place) => ({ ...fresh(deps.clock), ...defaults, ...place }))
      const ids = await store.insertAll(tx, all)
      return all.map(({ uuid }) => ids.get(uuid) ?? 0)
    },
    async giveTitle(tx, { projectId, tabId }, title) {
      const siblings = await store.listOfProject(tx, projectId)
      const taken = siblings.flatMap(({ id, name }) => (id === tabId ? [] : [name]))
      return store.giveTitle(tx, tabId, freeTitle(title, taken))
    },
    isIn: (tx, tabId, projectId) => store.isIn(tx, tabId, projectId),
    async follow(tx, projectId, before, change) {
      const names = SETTINGS.filter((name) => change[name] !== undefined)
      if (names.length === 0) return
      const had = Object.fromEntries(names.map((name) => [name, before[name]]))
      for (const tabId of await store.updateFollowing(tx, projectId, had, change))
        await deps.bus.publish(tx, { type: 'tab.changed', tabId, projectId })
    },
  }
}

function fresh(clock: Clock) {
  const now = clock.now()
  return { uuid: uuidV7(clock), created: now, modified: now }
}

async function create(
  deps: TabsDeps,
  tx: Tx,
  viewer: Person,
  projectId: number,
  sent: TabChange,
  like?: Instructions,
): Promise<Tab> {
  const { ifModified: _, ...chosen } = sent
  await store.lockProject(tx, projectId)
  const project = authorize(tabsPolicy, 'create', await store.findProject(tx, viewer, projectId))
  const { id: __, level, ...own } = project
  const inherited = { ...own, ...like }
  const changed = await changedDefaults(deps, tx, viewer, sent, inherited)
  const isInherited = changed.defaultModelTagId === undefined
  const defaults = { ...(isInherited && (await inheritedModel(deps.models, tx, inherited))), ...changed }
  const siblings = await store.listOfProject(tx, projectId)
  const tab = await store.insert(tx, {
    ...inherited,
    ...chosen,
    ...defaults,
    ...fresh(deps.clock),
    projectId,
    name: chosen.name ?? nextTabName(siblings.map(({ name }) => name)),
    autoNamed: chosen.name === undefined || chosen.autoNamed === true,
    tabIndex: Math.max(-1, ...siblings.map(({ tabIndex }) => tabIndex)) + 1,
  })
  await deps.bus.publish(tx, { type: 'tab.changed', tabId: tab.id, projectId })
  return toOneTabResponse(deps, tx, viewer, level, tab)
}

async function update(deps: TabsDeps, viewer: Person, id: number, sent: TabChange): Promise<Tab> {
  const { ifModified, ...chosen } = sent
  const tab = await deps.db.transaction(async (tx) => {
    await store.lock(tx, id)
    const found = authorize(tabPolicy, 'update', await store.find(tx, viewer, id))
    const { level, ...before } = found
    requireUnchanged(before, ifModified)
    const defaults = await changedDefaults(deps, tx, viewer, sent, before)
    const change = changeOf<Partial<store.NewTab>>(before, { ...withNaming(before, chosen), ...defaults })
    if (!change) return toOneTabResponse(deps, tx, viewer, level, before)
    const changed = await store.update(tx, id, {
      ...change,
      modified: laterThan(before.modified, deps.clock),
    })
    await deps.bus.publish(tx, { type: 'tab.changed', tabId: id, projectId: before.projectId })
    return toOneTabResponse(deps, tx, viewer, level, changed)
  })
  await deps.touchProjects([tab.projectId])
  return tab
}

async function order(
  deps: TabsDeps,
  viewer: Person,
  projectId: number,
  wished: readonly number[],
): Promise<Tab[]> {
  return deps.db.transaction(async (tx) => {
    await store.lockProject(tx, projectId)
    const project = await store.findProject(tx, viewer, projectId)
    const { level } = authorize(tabsPolicy, 'order', project)
    const before = await store.listOfProject(tx, projectId)
    const ids = before.map(({ id }) => id)
    if (!isOrderOf(ids, wished)) throw new Problem('CONFLICT')
    await store.setOrder(tx, projectId, wished)
    await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: projectId })
    return toTabResponses(deps, tx, viewer, level, await store.listOfProject(tx, projectId))
  })
}

async function remove(deps: TabsDeps, viewer: Person, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await store.lock(tx, id)
    const tab = authorize(tabPolicy, 'remove', await store.find(tx, viewer, id))
    await requireNoOthers(tx, viewer, 'removeOthers', tab)
    await deps.queries.forgetBlobs(tx, [id])
    await store.remove(tx, id)
    await deps.bus.publish(tx, { type: 'tab.deleted', tabId: id, projectId: tab.projectId })
  })
}
