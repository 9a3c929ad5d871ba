// The project that opens when none is chosen (chat specification, section 5; readings 5 and 8).
import type { Project } from '@polylogue/contract'
import { allows, type Person } from '../../access/index.ts'
import { laterThan } from '../../platform/changes.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { GUIDE } from '../models/index.ts'
import { firstDefaults } from '../tabs/index.ts'
import type { ProjectItems, ProjectsGiven } from './given.ts'
import { projectPolicy } from './policy.ts'
import { defaultsOf, projectIdOf, toldProject, type ProjectFacts } from './rules.ts'
import * as store from './store.ts'

/** Setting 14: the id of the user's default project, as text. */
const DEFAULT_PROJECT = 'defaultProject'

/** Returns setting 31: the id of the model for the user's new chats, as text. */
export const startupModel = (
  given: ProjectsGiven,
  db: Queries,
  viewer: Person,
): Promise<string | undefined> => given.settings.valueOf(db, viewer.userId, 'defaultStartupModelId')

/** Returns the viewer's default project; creates it with `create` when there is none. */
export async function ensureDefault(
  given: ProjectsGiven,
  items: ProjectItems,
  viewer: Person,
  names: { name: string; tabName: string },
  create: (tx: Tx, project: { name: string }) => Promise<Project>,
): Promise<Project> {
  const { db } = given
  const found = await findDefault(given, items, db.orm, viewer)
  if (found && !isUntouched(found)) return toldProject(viewer, found)
  return db.transaction(async (tx) => {
    await store.lockUser(tx, viewer.userId)
    const again = await findDefault(given, items, tx, viewer)
    if (again) return toldProject(viewer, await remodelled(given, items, tx, viewer, again))
    const project = await create(tx, { name: names.name })
    await given.tabs.createFirst(tx, project.id, names.tabName, defaultsOf(project))
    await given.settings.keep(tx, viewer.userId, DEFAULT_PROJECT, String(project.id))
    return project
  })
}

async function findDefault(
  given: ProjectsGiven,
  items: ProjectItems,
  db: Queries,
  viewer: Person,
): Promise<ProjectFacts | undefined> {
  const id = projectIdOf(await given.settings.valueOf(db, viewer.userId, DEFAULT_PROJECT))
  const project = id === undefined ? undefined : await items.find(db, viewer, id)
  return project && allows(projectPolicy, 'read', project.level) ? project : undefined
}

/** Whether it was created before there was a model, and not changed since. */
function isUntouched(project: ProjectFacts): boolean {
  return project.defaultModelId === GUIDE && project.modified.getTime() === project.created.getTime()
}

/** Gives an untouched default project the model of new chats. */
async function remodelled(
  given: ProjectsGiven,
  items: ProjectItems,
  tx: Tx,
  viewer: Person,
  project: ProjectFacts,
): Promise<ProjectFacts> {
  await store.lock(tx, project.id)
  const held = await items.find(tx, viewer, project.id)
  if (!held || !isUntouched(held)) return held ?? project
  const preferred = await startupModel(given, tx, viewer)
  const { defaultModelId, defaultModelTagId } = await firstDefaults(given.models, tx, preferred)
  if (defaultModelId === GUIDE) return held
  const modified = laterThan(held.modified, given.clock)
  const model = { defaultModelId, defaultModelTagId }
  await store.update(tx, held.id, { ...model, modified })
  await given.tabs.remodelUntouched(tx, held.id, model)
  await given.bus.publish(tx, { type: 'item.changed', noun: 'project', id: held.id })
  return { ...held, ...model, modified }
}
