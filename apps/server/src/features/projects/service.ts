import type { CallInput, contract, ListedProject, Project } from '@polylogue/contract'
import { allows, isOneself, type Person, type Viewer } from '#access/index.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { changedDefaults, changesOf, firstDefaults, withNaming } from '#features/tabs/index.ts'
import { activityOf, type Activity } from './activity.ts'
import { openArchive, type Archive } from './archive.ts'
import { openBuilding, type Building } from './building.ts'
import { giveTitle, nameByQuestion } from './titling.ts'
import { ensureDefault, startupModel } from './default-project.ts'
import type { ProjectItems, ProjectsDeps } from './deps.ts'
import type { Import } from './import-portions.ts'
import type { Making } from './import-steps.ts'
import { tellImportEnded, type EndedImport } from './import-ended.ts'
import { clearImports, openImports, type Imported } from './importing.ts'
import { listVisible, type ProjectsFilter } from './list-store.ts'
import { projectPolicy } from './policy.ts'
import { toListedProjectResponse, toProjectResponse } from './rules.ts'
import * as store from './store.ts'

type NewProject = CallInput<typeof contract.projects.create>['body']
type ProjectChange = CallInput<typeof contract.projects.update>['body']

export interface ProjectsService extends Archive {
  /**
   * Returns the projects that the viewer may read, the last used first. `q` matches part of the name or description.
   * @throws Problem NOT_FOUND for another user's list; NONE_FOUND when it is empty; VALIDATION_FAILED for an unknown cursor
   */
  list(
    viewer: Person,
    userId: number,
    page: { limit: number; cursor?: string | undefined } & ProjectsFilter,
  ): Promise<{ projects: ListedProject[]; nextCursor: string | null }>
  /** @throws Problem NOT_FOUND */
  get(viewer: Viewer, id: number): Promise<Project>
  /** Returns what was asked in a project. @throws Problem NOT_FOUND */
  activity(viewer: Person, id: number): Promise<Activity>
  /**
   * Creates a project with its context and shares; its owner is always the viewer. Without a model it takes the viewer's
   * startup model, else the first of the installation's order that generates text, else Guide.
   * @throws Problem NOT_FOUND for a reference, PERMISSION_DENIED for shares without `can_share`
   */
  create(viewer: Person, sent: NewProject): Promise<Project>
  /**
   * Imports exported chats as the tabs of a project, or each as a chat; their turns are finished messages of the viewer.
   * @throws Problem IMPORT_TOO_LARGE, SERVER_BUSY
   */
  import(viewer: Person, sent: Import, gone: AbortSignal): Promise<Imported>
  /** Tells the viewer that an import of theirs ended while they were elsewhere (NOTIFY-18). @throws Problem NOT_FOUND */
  importEnded(viewer: Person, ended: EndedImport): Promise<void>
  /** Creates a project in steps. @throws Problem SERVER_BUSY */
  readonly build: Building['run']
  /** Removes imports that dead processes left unfinished. */
  clearImports(): Promise<void>
  /** Marks these projects as used now. */
  touch(ids: readonly number[]): Promise<void>
  /**
   * Gives a tab, and the chat that it is in, a title unless a person named them; the viewer asked in the tab.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED
   */
  giveTitle(viewer: Person, at: { projectId: number; tabId: number }, title: string): Promise<void>
  /** Marks the projects of ended answers as used, and names chats that are still named as new ones after their first question. */
  followAnswers(messageIds: readonly number[]): Promise<void>
  /**
   * Changes the fields in the request and keeps the others, so that two users who change different fields both keep their
   * change. The shares are one field: the list replaces them.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED, also for other shares, another owner or another type without admin access;
   *   CONFLICT when it changed since `ifModified`
   */
  update(viewer: Person, id: number, sent: ProjectChange): Promise<Project>
  /**
   * Deletes a project with its tabs, messages and context; the event `item.deleted` stops running answers.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED
   */
  remove(viewer: Person, id: number): Promise<void>
  /**
   * Returns the viewer's default project with its first tab: the one in setting 14, else a new one, which is stored there.
   * Parallel calls create one project. While unused, it follows the model of new chats.
   * @throws Problem NOT_FOUND for another user
   */
  ensureDefault(viewer: Person, userId: number, names: { name: string; tabName: string }): Promise<Project>
}

interface Working {
  readonly deps: ProjectsDeps
  readonly items: ProjectItems
}

export function projectsService(deps: ProjectsDeps, items: ProjectItems): ProjectsService {
  const { orm } = deps.db
  const working = { deps, items }
  const making: Making = {
    create: (tx, viewer, made) => create(working, tx, viewer, made),
    createAll: (tx, viewer, all) => items.createAll(tx, viewer, all),
    defaults: (tx, viewer) => newDefaults(deps, tx, viewer),
    erase: (viewer, id) => items.erase(viewer, id),
    get: async (viewer, id) => toProjectResponse(viewer, await items.get(viewer, id)),
  }
  const imports = openImports(deps, making)
  return {
    async list(viewer, userId, { limit, cursor, ...wanted }) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      const [at, id] = readCursor(cursor, 2) ?? []
      const after = at !== undefined && id !== undefined ? { at, id } : undefined
      const found = await listVisible(orm, viewer, wanted, after, limit + 1)
      if (found.length === 0 && after === undefined)
        throw new Problem('NONE_FOUND', { message: none(wanted) })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = last && found.length > limit ? cursorAfter(last.lastUsed.getTime(), last.id) : null
      return { projects: page.map((project) => toListedProjectResponse(viewer, project)), nextCursor }
    },
    get: async (viewer, id) => toProjectResponse(viewer, await items.get(viewer, id)),
    ...openArchive(deps, items),
    activity: (viewer, id) => activityOf(deps, items, viewer, id),
    create: (viewer, sent) => deps.db.transaction((tx) => create(working, tx, viewer, sent)),
    import: (viewer, sent, gone) => imports.run(viewer, sent, gone),
    importEnded: (viewer, ended) => tellImportEnded(deps, items, viewer, ended),
    build: openBuilding(deps, making).run,
    clearImports: () => clearImports(deps),
    touch: (ids) => store.touch(orm, ids, deps.clock.now()),
    async followAnswers(messageIds) {
      await nameByQuestion(deps, await store.touchByMessages(deps.db.pool, messageIds))
    },
    giveTitle: (viewer, at, title) => giveTitle(working, viewer, at, title),
    update: (viewer, id, sent) => update(working, viewer, id, sent),
    remove: (viewer, id) => items.remove(viewer, id),
    async ensureDefault(viewer, userId, names) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      return ensureDefault(deps, items, viewer, names, (tx, made) => create(working, tx, viewer, made))
    },
  }
}

const newDefaults = async (deps: ProjectsDeps, tx: Tx, viewer: Person) =>
  firstDefaults(deps.models, tx, await startupModel(deps, tx, viewer))

async function create({ deps, items }: Working, tx: Tx, viewer: Person, sent: NewProject): Promise<Project> {
  const { assocContexts, ownerId: _, ifModified: __, ...chosen } = sent
  const first = await newDefaults(deps, tx, viewer)
  const defaults = await changedDefaults(deps, tx, viewer, sent, first)
  const fields = { ...first, ...chosen, ...defaults }
  return toProjectResponse(viewer, await items.create(tx, viewer, fields, { assocContexts }))
}

async function update(
  { deps, items }: Working,
  viewer: Person,
  id: number,
  sent: ProjectChange,
): Promise<Project> {
  const { assocContexts, ownerId, ifModified, ...chosen } = sent
  const project = await items.update(viewer, id, {
    assocContexts,
    ownerId,
    ifModified,
    allow(before) {
      const retypes = sent.type !== undefined && sent.type !== before.type
      if (retypes && !allows(projectPolicy, 'retype', before.level)) throw new Problem('PERMISSION_DENIED')
    },
    async fields(tx, before) {
      const fields = {
        ...withNaming(before, chosen),
        ...(await changedDefaults(deps, tx, viewer, sent, before)),
      }
      await deps.tabs.follow(tx, id, before, changesOf(fields, before))
      return fields
    },
  })
  return toProjectResponse(viewer, project)
}

function none({ q, kind, ids, archived }: ProjectsFilter): string {
  if (archived === 'only' && !q && kind === undefined && ids === undefined)
    return 'You have archived no projects.'
  const isPicked = Boolean(q) || kind !== undefined || ids !== undefined
  return isPicked
    ? 'None of your projects is like that.'
    : 'You have no projects, or have archived them all. Create one to start a chat.'
}
