import {
  CONTEXT_TYPES,
  type CallInput,
  type contract,
  type ListedProject,
  type Project,
} from '@polylogue/contract'
import {
  allows,
  createItemContext,
  isOneself,
  removeItemContext,
  renameItemContext,
  replaceShares,
  require,
  wishedShares,
  type Share,
  type Person,
} from '../../access/index.ts'
import { changeOf, laterThan, requireUnchanged } from '../../platform/changes.ts'
import { cursorAfter, readCursor } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db/index.ts'
import { IDS_PER_EVENT } from '../../events.ts'
import { uuidV7 } from '../../platform/ids.ts'
import { Problem } from '../../problem.ts'
import { sharingDetails } from '../audit/index.ts'
import { changedDefaults, firstDefaults } from '../tabs/index.ts'
import { ensureDefault, startupModel } from './default-project.ts'
import type { ProjectsGiven } from './given.ts'
import { clearImports, openImports, type Import } from './importing.ts'
import { listVisible, type ProjectsWanted } from './list-store.ts'
import { projectPolicy } from './policy.ts'
import { toldListed, toldProject, type ProjectFacts } from './rules.ts'
import * as store from './store.ts'
import { tellDeleted } from './telling.ts'

type NewProject = CallInput<typeof contract.projects.create>['body']
type ProjectChange = CallInput<typeof contract.projects.update>['body']

export interface ProjectsService {
  /**
   * The projects one may read, the last used first; one's own list only. `q` is part of the name or the description.
   * @throws Problem NOT_FOUND for another's; NONE_FOUND when there is none; VALIDATION_FAILED for a foreign cursor.
   */
  list(
    viewer: Person,
    userId: number,
    page: { limit: number; cursor?: string | undefined } & ProjectsWanted,
  ): Promise<{ projects: ListedProject[]; nextCursor: string | null }>
  /** @throws Problem NOT_FOUND */
  get(viewer: Person, id: number): Promise<Project>
  /**
   * Makes a project with its context, shared as wished; its owner is the viewer, whatever was sent. Without a model it takes
   * the viewer's startup model, else the first of the installation's order that generates text, else Guide.
   * @throws Problem NOT_FOUND for a reference, PERMISSION_DENIED for shares without `can_share`
   */
  create(viewer: Person, sent: NewProject): Promise<Project>
  /**
   * Makes a project of exported chats: each becomes a tab, its turns finished messages that the viewer asked.
   * @throws Problem IMPORT_TOO_LARGE, SERVER_BUSY
   */
  import(viewer: Person, sent: Import): Promise<Project>
  /** Removes imports that a process which died left unfinished. */
  clearImports(): Promise<void>
  /** These projects count as used now: something in them changed. */
  touch(ids: readonly number[]): Promise<void>
  /** The projects of these messages count as used when they were asked. */
  touchByMessages(messageIds: readonly number[]): Promise<void>
  /**
   * Changes the fields that are sent; what is left out stays, so that two people who change different fields both keep their
   * change. The shares are one field: the list replaces them.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED, also when somebody without admin access sends other shares, another owner
   *   or another type than there are; CONFLICT when it changed since `ifModified`.
   */
  update(viewer: Person, id: number, sent: ProjectChange): Promise<Project>
  /**
   * Deletes a project with its tabs, messages and context; running answers are stopped by the event `project.deleted`.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED
   */
  remove(viewer: Person, id: number): Promise<void>
  /**
   * One's default project with its first tab: the one that setting 14 names, or else one made now and named there. However
   * often and in parallel it is asked for, one is made. While nobody used it, it follows the model that new chats begin with.
   * @throws Problem NOT_FOUND for another's
   */
  ensureDefault(viewer: Person, userId: number, names: { name: string; tabName: string }): Promise<Project>
}

/** A project of a hundred thousand messages takes its time. */
const LIMIT_MS = 60_000

export function projectsService(given: ProjectsGiven): ProjectsService {
  const { orm } = given.db
  const imports = openImports(given, {
    create: (tx, viewer, made) => create(given, tx, viewer, made),
    remove: (viewer, id) => remove(given, viewer, id),
  })
  return {
    async list(viewer, userId, { limit, cursor, ...wanted }) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      const [lastUsed, id] = readCursor(cursor, 2) ?? []
      const after = lastUsed !== undefined && id !== undefined ? { lastUsed, id } : undefined
      const found = await listVisible(orm, viewer, wanted, after, limit + 1)
      if (found.length === 0 && after === undefined)
        throw new Problem('NONE_FOUND', { message: none(wanted) })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = last && found.length > limit ? cursorAfter(last.lastUsed.getTime(), last.id) : null
      return { projects: page.map((project) => toldListed(viewer, project)), nextCursor }
    },
    async get(viewer, id) {
      return toldProject(viewer, require(viewer, projectPolicy, 'read', await store.find(orm, viewer, id)))
    },
    create: (viewer, sent) => given.db.transaction((tx) => create(given, tx, viewer, sent)),
    async import(viewer, sent) {
      const { project, messageIds } = await imports.run(viewer, sent)
      given.added(messageIds)
      return project
    },
    clearImports: () => clearImports(given),
    touch: (ids) => store.touch(orm, ids, given.clock.now()),
    touchByMessages: (messageIds) => store.touchByMessages(given.db.pool, messageIds),
    update: (viewer, id, sent) => update(given, viewer, id, sent),
    remove: (viewer, id) => remove(given, viewer, id),
    async ensureDefault(viewer, userId, names) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      return ensureDefault(given, viewer, names, (tx, made) => create(given, tx, viewer, made))
    },
  }
}

async function create(given: ProjectsGiven, tx: Tx, viewer: Person, sent: NewProject): Promise<Project> {
  const { assocContexts, ownerId: _, ifModified: __, ...chosen } = sent
  const first = await firstDefaults(given.models, tx, await startupModel(given, tx, viewer))
  const defaults = await changedDefaults(given.models, tx, sent, first)
  const uuid = uuidV7(given.clock)
  const typeId = CONTEXT_TYPES.project
  const contextId = await createItemContext(tx, viewer, { uuid, typeId, name: sent.name })
  const now = given.clock.now()
  const id = await store.insert(tx, {
    ...first,
    ...chosen,
    ...defaults,
    uuid,
    contextId,
    ownerId: viewer.userId,
    created: now,
    modified: now,
    lastUsed: now,
  })
  const project = await existing(tx, viewer, id)
  const wished = wishedShares(viewer, project, assocContexts)
  if (wished) await share(given, tx, viewer, project, wished)
  await given.bus.publish(tx, { type: 'project.changed', projectId: id })
  return toldProject(viewer, await existing(tx, viewer, id))
}

async function update(
  given: ProjectsGiven,
  viewer: Person,
  id: number,
  sent: ProjectChange,
): Promise<Project> {
  const { assocContexts, ownerId, ifModified, ...chosen } = sent
  return given.db.transaction(async (tx) => {
    await store.lock(tx, id)
    const project = require(viewer, projectPolicy, 'update', await store.find(tx, viewer, id))
    const retypes = sent.type !== undefined && sent.type !== project.type
    const reowns = ownerId !== undefined && ownerId !== project.ownerId
    if ((retypes || reowns) && !allows(projectPolicy, 'retype', project.level))
      throw new Problem('PERMISSION_DENIED')
    const wished = wishedShares(viewer, project, assocContexts)
    requireUnchanged(project, ifModified)
    const defaults = await changedDefaults(given.models, tx, sent, project)
    const change = changeOf<Partial<store.NewProject>>(fieldsOf(project), { ...chosen, ...defaults })
    const shared = wished !== undefined && (await share(given, tx, viewer, project, wished))
    if (!change && !shared) return toldProject(viewer, project)
    const modified = laterThan(project.modified, given.clock)
    await store.update(tx, id, { ...change, modified, lastUsed: modified })
    if (change?.name !== undefined) await renameItemContext(tx, project.contextId, change.name)
    await given.bus.publish(tx, { type: 'project.changed', projectId: id })
    return toldProject(viewer, await existing(tx, viewer, id))
  })
}

async function remove(given: ProjectsGiven, viewer: Person, id: number): Promise<void> {
  await given.db.transaction(
    async (tx) => {
      await store.lock(tx, id)
      const project = require(viewer, projectPolicy, 'remove', await store.find(tx, viewer, id))
      const tabIds = await store.tabIdsOf(tx, id)
      await given.queries.forgetBlobs(tx, tabIds)
      await store.remove(tx, id)
      await removeItemContext(tx, project.contextId)
      const { name, shares } = project
      // What a private one is called, often its first question, is not the trail's (decision 39).
      const on = { type: 'project', id, name: shares.length > 0 ? name : '' }
      const details = { tabs: tabIds.length, shares: shares.length }
      await given.audit.record(tx, { action: 'project.deleted', by: viewer, on, details })
      const contextIds = project.shares.map((share) => share.contextId)
      await tellDeleted(given.bus, tx, {
        projectId: id,
        tabIds,
        ownerContextId: project.ownerContextId,
        contextIds,
      })
    },
    { limitMs: LIMIT_MS },
  )
}

/** Gives a project the wished shares, keeps that and tells it; also to those who could read it before. */
async function share(
  { bus, audit }: ProjectsGiven,
  tx: Tx,
  viewer: Person,
  project: ProjectFacts,
  wished: readonly Share[],
): Promise<boolean> {
  const { id, name, contextId, ownerContextId, shares } = project
  const changes = await replaceShares(tx, viewer, project, wished)
  if (!changes) return false
  const details = sharingDetails(changes, { before: shares.length, after: wished.length })
  await audit.record(tx, { action: 'project.shared', by: viewer, on: { type: 'project', id, name }, details })
  const contextIds = shares.slice(0, IDS_PER_EVENT).map((share) => share.contextId)
  await bus.publish(tx, { type: 'access.changed', contextId, ownerContextId, contextIds })
  return true
}

async function existing(tx: Tx, viewer: Person, id: number): Promise<ProjectFacts> {
  const project = await store.find(tx, viewer, id)
  if (!project) throw new Error('A project vanished within its own transaction')
  return project
}

/** What of a project may be changed by sending it. */
function fieldsOf(project: ProjectFacts): Partial<store.NewProject> {
  const { shares: _, level: __, ownerContextId: ___, ...fields } = project
  return fields
}

function none({ q, kind, ids }: ProjectsWanted): string {
  const isPicked = Boolean(q) || kind !== undefined || ids !== undefined
  return isPicked
    ? 'None of your projects is like that.'
    : 'You have no projects yet. Create one to start a chat.'
}
