import type { ListedProject } from '@polylogue/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { findModel, useModels } from '#features/models/index.ts'
import { useProjects } from '#features/projects/index.ts'
import css from './dashboard.module.css'

const SHOWN = 5

/** Recently used chats and projects, each with the last question. */
export function Continue() {
  const { t } = useTranslation('dashboard')
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={css.head}>
        <h3 id={id}>{t('continue')}</h3>
        <Link to={NEW_CHAT}>{t('newChat')}</Link>
        <Link to="/projects">{t('allProjects')}</Link>
      </div>
      <LastUsed />
    </section>
  )
}

function LastUsed() {
  const { t } = useTranslation('dashboard')
  const errorMessage = useErrorMessage()
  const projects = useProjects()
  if (projects.isPending)
    return (
      <div className={css.waiting}>
        <Loading>
          {[56, 44, 62, 50, 58].map((width, index) => (
            <div key={index} className={css.item}>
              <SkeletonLine width={width} />
            </div>
          ))}
        </Loading>
      </div>
    )
  if (projects.isError)
    return (
      <LoadFailed
        title={t('projectsFailed')}
        {...errorMessage(projects.error)}
        onRetry={() => void projects.refetch()}
      />
    )
  if (projects.data.length === 0)
    return <EmptyState title={t('noProjects')} text={t('noProjectsText')} wayOn="beside" />
  return (
    <ul>
      {projects.data.slice(0, SHOWN).map((project) => (
        <li key={project.id}>
          <Item project={project} />
        </li>
      ))}
    </ul>
  )
}

function Item({ project }: { project: ListedProject }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { data: models } = useModels()
  const model = findModel(models, project.defaultModelId)?.name
  // Avoids showing the same text twice: the title of a chat can be its only question.
  const question =
    project.lastQuery !== project.name && project.lastQuery && t('question', { text: project.lastQuery })
  const line = [model, project.lastQuery ? question : t('nothingAsked')].filter(Boolean).join(' · ')
  return (
    <Link to={`/projects/${project.id}`} className={css.item}>
      <Icon name="message" />
      <span className={css.name}>
        <b className="cut" title={project.name}>
          {project.name}
        </b>
        <span className="cut">{line}</span>
      </span>
      <time className={css.when} dateTime={project.lastUsed} title={format.full(project.lastUsed)}>
        {format.moment(project.lastUsed)}
      </time>
    </Link>
  )
}
