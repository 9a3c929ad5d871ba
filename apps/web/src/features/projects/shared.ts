import type { Project } from '@polylogue/contract'
import { useTranslation } from '../../lib/texts.ts'
import { useSharingWay } from '../sharing/index.ts'

/** What the way to a project's sharing is called; undefined when there is none. */
export function useSharingWord(): (project: Project) => string | undefined {
  const { t } = useTranslation('projects')
  const wayOf = useSharingWay()
  return (project) => {
    const way = wayOf(project)
    return way && t(way === 'share' ? 'share' : 'sharingInfo')
  }
}
