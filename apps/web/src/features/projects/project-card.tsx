import type { Project } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { canAdminister } from '../../lib/can.ts'
import { useFormat } from '../../lib/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { findModel, useModels } from '../models/index.ts'
import { CHAT_TYPE } from './api.ts'
import css from './project-card.module.css'

/** A project in the overview: the whole card opens it; Delete and Open take the time's place on hover and focus. */
export function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  const { data: models } = useModels()
  const address = `/projects/${project.id}`
  const chat = project.type === CHAT_TYPE
  return (
    <article className={css.card}>
      <div className={css.head}>
        <h2>
          <Link to={address} className={css.whole}>
            {project.name}
          </Link>
        </h2>
        <Chip kind={chat ? 'line' : 'plain'}>{chat ? t('chat') : t('project')}</Chip>
      </div>
      <p className={project.description ? undefined : css.none}>
        {project.description || t('noDescription')}
      </p>
      <div className={css.foot}>
        <span className="cut">{findModel(models, project.defaultModelId)?.name}</span>
        <time className={css.time} dateTime={project.modified} title={format.full(project.modified)}>
          {format.moment(project.modified)}
        </time>
        <span className={css.actions}>
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
