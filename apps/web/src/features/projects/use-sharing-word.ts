import type { Project } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { useSharingWay } from '#features/sharing/index.ts'

/** Returns the label of the sharing action; undefined if there is none. */
export function useSharingWord(): (project: Project) => string | undefined {
  const { t } = useTranslation('projects')
  const wayOf = useSharingWay()
  return (project) => {
    const way = wayOf(project)
    return way && t(way === 'share' ? 'share' : 'sharingInfo')
  }
}
