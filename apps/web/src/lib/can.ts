// What one may do comes with the answer: the page repeats no rule.
import type { AssocContext, Project } from '@polylogue/contract'

/** The caller's own access to an item: the first entry of its `assocContexts` (reading 4). */
function accessTo(item: { assocContexts: readonly AssocContext[] }): {
  write: boolean
  admin: boolean
} {
  const own = item.assocContexts[0]
  return { write: own?.hasWriteAccess ?? false, admin: own?.hasAdminAccess ?? false }
}

export const canWrite = (project: Project): boolean => project.hasAdminAccess || accessTo(project).write
export const canAdminister = (project: Project): boolean => project.hasAdminAccess || accessTo(project).admin
