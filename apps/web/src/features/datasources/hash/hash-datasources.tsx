import type { Tab } from '@polylogue/contract'
import { useSignQuery, type ComposerField } from '#lib/use-sign-query.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { usePermission } from '#features/session/index.ts'

const HashList = lazyDialog(async () => (await import('./hash-list.tsx')).HashList)

/** Opens the data sources as a list when the draft of the composer begins with `#`. */
export function HashDatasources({ tab, field }: { tab: Tab; field: ComposerField | null }) {
  const [query, close] = useSignQuery('#', field)
  if (!usePermission('can_use_datasources') || !field) return null
  return <HashList opened={query !== undefined} query={query ?? ''} field={field} tab={tab} onClose={close} />
}
