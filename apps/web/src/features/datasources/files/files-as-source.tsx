import { Suspense, useState } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { usePermission, useUserId } from '#features/session/index.ts'
import { hasStoredSoons } from '../soon/stored.ts'
import type { FilesOfTabProps } from './files-of-tab.tsx'

const RefusedOfTab = lazyView(async () => (await import('./files-of-tab.tsx')).RefusedOfTab)
const FilesOfTab = lazyView(async () => (await import('./files-of-tab.tsx')).FilesOfTab)

/** Offers the files at the message field as a data source of the tab; loads with the first file. */
export function FilesAsSource(props: FilesOfTabProps) {
  const userId = useUserId()
  const mayUse = usePermission('can_use_datasources')
  // Files that were added before a reload may still be unread.
  const [wanted, setWanted] = useState(() => hasStoredSoons(userId))
  if (props.files.length > 0 && !wanted) setWanted(true)
  if (!mayUse || !wanted) return null
  return (
    <Suspense fallback={null}>
      <FilesOfTab {...props} />
    </Suspense>
  )
}

/** Offers files that a question cannot have as a data source. */
export function RefusedAsSource(props: FilesOfTabProps) {
  if (!usePermission('can_use_datasources')) return null
  return (
    <Suspense fallback={null}>
      <RefusedOfTab {...props} />
    </Suspense>
  )
}
