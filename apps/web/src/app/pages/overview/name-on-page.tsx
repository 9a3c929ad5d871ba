import type { Project } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import { ProjectTitle } from '#features/projects/index.ts'
import { ProjectMenu } from '../project-bar.tsx'
import { useProjectName } from '../project-name.ts'
import css from './overview.module.css'

/** The name of the project as the heading of its page. The top bar shows it while this one is scrolled away. */
export function NameOnPage({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const { renaming, endRenaming, setInView } = useProjectName()
  const name = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watched = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true))
    if (name.current) watched.observe(name.current)
    return () => {
      watched.disconnect()
      setInView(false)
    }
  }, [setInView])
  return (
    <div ref={name} className={css.name}>
      <ProjectTitle project={project} renaming={renaming} onDone={endRenaming}>
        <ProjectMenu project={project} onDelete={onDelete} />
      </ProjectTitle>
    </div>
  )
}
