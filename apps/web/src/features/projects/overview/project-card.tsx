import type { ListedProject } from '@polylogue/contract'
import { Link } from 'react-router'
import { canAdminister } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { findModel, useModels } from '#features/models/index.ts'
import { useIsNew } from '#features/notifications/index.ts'
import { CHAT_TYPE } from '../api.ts'
import { useArchive } from '../archive/use-archive.ts'
import css from './project-card.module.css'

/** Shows a project in the overview: the whole card opens it; Delete and Open replace the time on hover and focus. */
export function ProjectCard({ project, onDelete }: { project: ListedProject; onDelete: () => void }) {
  const { t } = useTranslation(['projects', 'shell'])
  const format = useFormat()
  const { archived, toggle } = useArchive(project)
  const address = `/projects/${project.id}`
  const isNew = useIsNew(address)
  const chat = project.type === CHAT_TYPE
  return (
    <article className={css.card}>
      <div className={css.head}>
        <h2 title={project.name}>
          <Link to={address} className={css.whole}>
            {project.name}
          </Link>
        </h2>
        {isNew && <Chip>{t('shell:notifications.shared')}</Chip>}
        <Chip kind={chat ? 'line' : 'plain'}>{chat ? t('chat') : t('project')}</Chip>
      </div>
      <Said project={project} />
      <div className={css.foot}>
        <Metadata project={project} />
        <time className={css.time} dateTime={project.lastUsed} title={format.full(project.lastUsed)}>
          {format.moment(project.lastUsed)}
        </time>
        <span className={css.actions}>
          {archived && <IconButton icon="archive-off" label={t('archive.takeBack')} onClick={toggle} />}
          {canAdminister(project) && (
            <IconButton icon="trash" label={t('deleteNamed', { name: project.name })} onClick={onDelete} />
          )}
          <LinkButton to={address} size="small">
            {t('open')}
          </LinkButton>
        </span>
      </div>
    </article>
  )
}

/** Shows the description of the project, or its last question. */
function Said({ project: { description, lastQuery } }: { project: ListedProject }) {
  const { t } = useTranslation('projects')
  if (description) return <p>{description}</p>
  if (lastQuery) return <p dir="auto">{t('quoted', { text: lastQuery })}</p>
  return <p className={css.none}>{t('noMessages')}</p>
}

function Metadata({ project }: { project: ListedProject }) {
  const { t } = useTranslation('projects')
  const { data: models } = useModels()
  const model = findModel(models, project.defaultModelId)?.name
  const tabs = t('tabs', { count: project.numTabs })
  return (
    <>
      {project.numShares > 0 && (
        <span className={css.shares} title={t('shares', { count: project.numShares })}>
          <Icon name="users" size={14} />
          <span aria-hidden="true">{project.numShares}</span>
          <span className="sr">{t('shares', { count: project.numShares })}</span>
        </span>
      )}
      <span className="cut">{model ? `${tabs} · ${model}` : tabs}</span>
    </>
  )
}
