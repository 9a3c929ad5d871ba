import type { Project } from '@polylogue/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { groupByTime, type Age } from '../../lib/by-time.ts'
import { useTell } from '../../lib/problem.ts'
import { useRunning } from '../../lib/running.ts'
import { useToday } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { Bone, Loading } from '../../ui/states.tsx'
import { useProjects } from './api.ts'
import css from './projects-by-time.module.css'

/** The navigation's list: one line each by when they last changed, a dot where an answer is being written. */
export function ProjectsByTime() {
  const { t } = useTranslation(['shell', 'ui'])
  const tell = useTell()
  const today = useToday()
  const projects = useProjects()
  if (projects.isPending) return <Skeleton />
  if (projects.isError)
    return (
      <div className={css.failed}>
        <p title={tell(projects.error).sentence}>{t('listFailed')}</p>
        <Button size="small" onClick={() => void projects.refetch()}>
          {t('ui:tryAgain')}
        </Button>
      </div>
    )
  const groups = groupByTime(projects.data, (project) => project.modified, today)
  return groups.map((group) => <Group key={group.age} age={group.age} projects={group.items} />)
}

function Group({ age, projects }: { age: Age; projects: readonly Project[] }) {
  const { t } = useTranslation('shell')
  const id = useId()
  const running = useRunning()
  return (
    <>
      <h2 id={id} className={css.label}>
        {t(age)}
      </h2>
      <ul aria-labelledby={id}>
        {projects.map((project) => (
          <li key={project.id}>
            <NavLink to={`/projects/${project.id}`} className={css.row ?? ''} title={project.name}>
              <span className="cut">{project.name}</span>
              {running.some((answer) => answer.projectId === project.id) && (
                <>
                  <span className="sp" />
                  <span className={css.dot} role="img" aria-label={t('answering')} />
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        {[72, 88, 60, 80].map((width) => (
          <Bone key={width} width={width} />
        ))}
      </div>
    </Loading>
  )
}
