// The project that opens when none is chosen (PROJECT-3).
import { DEFAULT_NAME, isProvisionalName, type Project } from '@polylogue/contract'
import { allows, type Person } from '#access/index.ts'
import { laterThan } from '#platform/changes.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { GUIDE } from '#features/models/index.ts'
import { firstDefaults } from '#features/tabs/index.ts'
import type { ProjectItems, ProjectsDeps } from './deps.ts'
import { projectPolicy } from './policy.ts'
import { defaultsOf, projectIdOf, toProjectResponse, type ProjectFacts } from './rules.ts'
import * as store from './store.ts'
import { rename } from './titling.ts'

/** Setting 14: the id of the user's default project, as text. */
const DEFAULT_PROJECT = 'defaultProject'

/** Returns setting 31: the id of the model for the user's new chats, as text. */
export const startupModel = (deps: ProjectsDeps, db: Queries, viewer: Person): Promise<string | undefined> =>
  deps.settings.valueOf(db, viewer.userId, 'defaultStartupModelId')

/** Returns the viewer's default project; creates it with `create` when there is none. */
export async function ensureDefault(
  deps: ProjectsDeps,
  items: ProjectItems,
  viewer: Person,
  names: { name: string; tabName: string },
  create: (tx: Tx, project: { name: string; autoNamed: boolean }) => Promise<Project>,
): Promise<Project> {
  const { db } = deps
  const found = await findDefault(deps, items, db.orm, viewer)
  if (found && !mayChange(found, names.name)) return toProjectResponse(viewer, found)
  return db.transaction(async (tx) => {
    await store.lockUser(tx, viewer.userId)
    const again = await findDefault(deps, items, tx, viewer)
    if (again) {
      if (!mayChange(again, names.name)) return toProjectResponse(viewer, again)
      if (mayRename(again, names.name)) await rename(deps, tx, again.id, names.name)
      const named = mayRename(again, names.name) ? { ...again, name: names.name } : again
      return toProjectResponse(viewer, await remodelled(deps, items, tx, viewer, named))
    }
    const project = await create(tx, { name: names.name, autoNamed: true })
    await deps.tabs.createFirst(tx, project.id, names.tabName, defaultsOf(project))
    await deps.settings.keep(tx, viewer.userId, DEFAULT_PROJECT, String(project.id))
    return project
  })
}

async function findDefault(
  deps: ProjectsDeps,
  items: ProjectItems,
  db: Queries,
  viewer: Person,
): Promise<ProjectFacts | undefined> {
  const id = projectIdOf(await deps.settings.valueOf(db, viewer.userId, DEFAULT_PROJECT))
  const project = id === undefined ? undefined : await items.find(db, viewer, id)
  return project && allows(projectPolicy, 'read', project.level) ? project : undefined
}

/** Whether it is renamed or remodelled: the setting may name a project of others, which its readers do not change. */
const mayChange = (project: ProjectFacts, name: string): boolean =>
  allows(projectPolicy, 'update', project.level) && (isUntouched(project) || mayRename(project, name))

/** Whether it was created before there was a model, and not changed since. */
function isUntouched(project: ProjectFacts): boolean {
  return project.defaultModelId === GUIDE && project.modified.getTime() === project.created.getTime()
}

/** Whether a page asks for a new chat's name in another language; programs that send none get the project as it is named. */
const mayRename = ({ name, autoNamed }: ProjectFacts, wanted: string): boolean =>
  autoNamed && name !== wanted && wanted !== DEFAULT_NAME && isProvisionalName(name)

/** Gives an untouched default project the model of new chats. */
async function remodelled(
  deps: ProjectsDeps,
  items: ProjectItems,
  tx: Tx,
  viewer: Person,
  project: ProjectFacts,
): Promise<ProjectFacts> {
  await store.lock(tx, project.id)
  if (!isUntouched(project)) return project
  const held = await items.find(tx, viewer, project.id)
  if (!held || !isUntouched(held)) return held ?? project
  const preferred = await startupModel(deps, tx, viewer)
  const { defaultModelId, defaultModelTagId } = await firstDefaults(deps.models, tx, preferred)
  if (defaultModelId === GUIDE) return held
  const modified = laterThan(held.modified, deps.clock)
  const model = { defaultModelId, defaultModelTagId }
  await store.update(tx, held.id, { ...model, modified })
  await deps.tabs.follow(tx, held.id, held, model)
  await deps.bus.publish(tx, { type: 'item.changed', noun: 'project', id: held.id })
  return { ...held, ...model, modified }
}
