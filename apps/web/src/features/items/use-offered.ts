import { useIsInstalled } from '#features/plugins/index.ts'
import { useViewer } from '#features/session/index.ts'
import type { ItemKind } from './kind.ts'

/**
 * Returns a function that says whether a kind of item is offered: the role has its permission, and its plugin is installed. False while
 * the permissions are not known.
 */
export function useIsOffered(): (kind: Pick<ItemKind, 'needs' | 'plugin'>) => boolean {
  const permissions = useViewer().data?.permissions
  const isInstalled = useIsInstalled()
  return ({ needs, plugin }) =>
    (needs === undefined || permissions?.includes(needs) === true) &&
    (plugin === undefined || isInstalled(plugin))
}
