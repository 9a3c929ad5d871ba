// Builds the response form of projects. Pure.
import type { ListedProject, Project } from '@polylogue/contract'
import { LEVEL, toSharesResponse, type Person, type SharedItem, type Viewer } from '#access/index.ts'
import type { ChatDefaults } from '#features/tabs/index.ts'

/** The type of a single chat; every other type is a project of several chats. */
export const CHAT_TYPE = 0
/** The type of a project that was created from several chats. */
export const SHARED_TYPE = 2

export interface ProjectFacts extends SharedItem {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly description: string
  readonly type: number
  readonly autoNamed: boolean
  readonly ownerId: number
  readonly defaultModelId: number
  readonly defaultModelTagId: number
  readonly defaultDatasourceId: number
  readonly amountOfChunks: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
  readonly created: Date
  readonly modified: Date
}

/** Returns the settings that a project's new tabs begin with. */
export function defaultsOf(project: ChatDefaults): ChatDefaults {
  const { defaultModelId, defaultModelTagId, defaultDatasourceId, amountOfChunks } = project
  const { custInstWhoId, custInstRespondId } = project
  return {
    defaultModelId,
    defaultModelTagId,
    defaultDatasourceId,
    amountOfChunks,
    custInstWhoId,
    custInstRespondId,
  }
}

/** A project with the details of its card. */
export interface ListedFacts extends ProjectFacts {
  readonly numTabs: number
  readonly firstTabId: number | null
  readonly lastQuery: string
  readonly lastUsed: Date
}

/** Returns a project for a list: the number of shares for everyone, the shares only with admin access. */
export function toListedProjectResponse(viewer: Person, project: ListedFacts): ListedProject {
  return {
    ...toProjectResponse(viewer, project),
    numTabs: project.numTabs,
    firstTabId: project.firstTabId,
    numShares: project.shares.length,
    lastQuery: project.lastQuery,
    lastUsed: project.lastUsed.toISOString(),
  }
}

/** Returns a project for its viewer: the shares only with admin access. */
export function toProjectResponse(viewer: Viewer, project: ProjectFacts): Project {
  return {
    id: project.id,
    uuId: project.uuid,
    name: project.name,
    description: project.description,
    type: project.type,
    ownerId: project.ownerId,
    defaultModelId: project.defaultModelId,
    defaultModelTagId: project.defaultModelTagId,
    defaultDatasourceId: project.defaultDatasourceId,
    amountOfChunks: project.amountOfChunks,
    custInstWhoId: project.custInstWhoId,
    custInstRespondId: project.custInstRespondId,
    hasAdminAccess: project.level >= LEVEL.admin,
    assocContexts: toSharesResponse(viewer, project),
    attributes: [],
    context: { id: project.contextId, ownerContextId: project.ownerContextId },
    created: project.created.toISOString(),
    modified: project.modified.toISOString(),
  }
}

/** Parses the id in setting 14; undefined when it contains none. */
export function projectIdOf(setting: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(setting ?? '') ? Number(setting) : undefined
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined
}
