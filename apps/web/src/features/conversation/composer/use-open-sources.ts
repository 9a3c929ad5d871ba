import { usePermission } from '#features/session/index.ts'
import { useParamsOfPage } from '#lib/search-params.ts'

/** Returns a function that opens the data sources beside the tab; undefined for users who may not use them. */
export function useOpenSources(): (() => void) | undefined {
  const [, setParams] = useParamsOfPage()
  if (!usePermission('can_use_datasources')) return undefined
  return () =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      // The page opens the section of its side panel that the address names.
      next.set('panel', 'datasources')
      return next
    })
}
