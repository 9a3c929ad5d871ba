// How a project is shared, as far as its reader is told.
import type { Project } from '@polylogue/contract'
import { canAdminister } from '../../lib/can.ts'
import { useTranslation } from '../../lib/texts.ts'
import { useUserId } from '../session/index.ts'
import { useCanShare } from '../sharing/index.ts'

/** With how many people and groups; told to those who manage it, 0 to others. */
export const sharesOf = ({ assocContexts }: Pick<Project, 'assocContexts'>): number =>
  Math.max(0, assocContexts.length - 1)

/** Somebody else's. */
export const isSharedWithMe = ({ ownerId }: Pick<Project, 'ownerId'>, userId: number): boolean =>
  ownerId !== userId

/**
 * What the way to its sharing is called: to share it, for those who manage it; to see whose it is, for others. Undefined when
 * there is nothing to see and one may not share.
 */
export function useSharingWord(): (project: Project) => string | undefined {
  const { t } = useTranslation('projects')
  const userId = useUserId()
  const canShare = useCanShare()
  return (project) => {
    if (canAdminister(project) && (canShare || sharesOf(project) > 0)) return t('share')
    return isSharedWithMe(project, userId) ? t('sharingInfo') : undefined
  }
}
