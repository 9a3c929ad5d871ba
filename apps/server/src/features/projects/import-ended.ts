// The end of an import: its page drives it, so only the page knows when it ended and whether somebody saw that.
import type { CallInput, contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { notice } from '#platform/notices.ts'
import type { ProjectItems, ProjectsDeps } from './deps.ts'
import { projectItem } from './item.ts'

export type EndedImport = CallInput<typeof contract.projects.importEnded>['body']

/** @throws Problem NOT_FOUND for a project that the viewer may not read */
export async function tellImportEnded(
  { db, bus }: Pick<ProjectsDeps, 'db' | 'bus'>,
  items: Pick<ProjectItems, 'get'>,
  viewer: Person,
  { projectId, imported, notImported, failed }: EndedImport,
): Promise<void> {
  const project = projectId === null ? undefined : await items.get(viewer, projectId)
  const item = project ? { noun: projectItem.noun, id: project.id, contextId: project.contextId } : null
  const data = { userId: viewer.userId, chats: imported, notImported, failed: failed ?? false }
  await db.transaction((tx) => notice(tx, bus, null, item, { kind: 'importEnded', data }))
}
