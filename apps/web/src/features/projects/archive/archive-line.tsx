import type { Project } from '@polylogue/contract'
import { Suspense } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useArchived } from './use-archive.ts'

const ArchivedLine = lazyView(async () => (await import('./archived-line.tsx')).ArchivedLine)

/** Shows that a project is archived. Its code loads late, because few are. */
export function ArchiveLine({ project }: { project: Project }) {
  if (!useArchived().includes(project.id)) return null
  return (
    <Suspense fallback={null}>
      <ArchivedLine project={project} />
    </Suspense>
  )
}
