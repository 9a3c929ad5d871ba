import type { Project } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTell } from '../../lib/problem.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Bone, EmptyState, LoadFailed, Loading } from '../../ui/states.tsx'
import { CHAT_TYPE, useProjects } from './api.ts'
import { DeleteProjectDialog, NEW_PROJECT } from './dialogs.ts'
import { ProjectCard } from './project-card.tsx'
import css from './project-overview.module.css'

type Kind = 'all' | 'chats' | 'projects'

const NEW_ADDRESS = `?dialog=${NEW_PROJECT}`

/** All one's chats and projects as cards, filtered by name, description and type. */
export function ProjectOverview() {
  const { t } = useTranslation('projects')
  const tell = useTell()
  const projects = useProjects()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [doomed, setDoomed] = useState<Project | null>(null)
  if (projects.isPending) return <Skeleton />
  if (projects.isError) {
    const told = tell(projects.error)
    return <LoadFailed title={t('loadFailed')} {...told} onRetry={() => void projects.refetch()} />
  }
  if (projects.data.length === 0)
    return (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
        <LinkButton to={NEW_ADDRESS} icon="plus">
          {t('newCard')}
        </LinkButton>
      </EmptyState>
    )
  const shown = projects.data.filter((project) => isKind(project, kind) && matches(project, text))
  const filtered = text.trim() !== '' || kind !== 'all'
  return (
    <>
      <Filters count={projects.data.length} text={text} kind={kind} onText={setText} onKind={setKind} />
      {filtered && shown.length === 0 ? (
        <EmptyState
          title={t('noMatch', { text: text.trim() || t(kind === 'chats' ? 'chats' : 'onlyProjects') })}
        >
          <Button onClick={() => (setText(''), setKind('all'))}>{t('clearFilter')}</Button>
        </EmptyState>
      ) : (
        <div className={css.cards}>
          {!filtered && <NewCard />}
          {shown.map((project) => (
            <ProjectCard key={project.id} project={project} onDelete={() => setDoomed(project)} />
          ))}
        </div>
      )}
      {projects.hasNextPage && (
        <Button
          className={css.more}
          busy={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
        >
          {t('moreProjects')}
        </Button>
      )}
      <DeleteProjectDialog opened={doomed !== null} project={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

interface FiltersProps {
  count: number
  text: string
  kind: Kind
  onText: (text: string) => void
  onKind: (kind: Kind) => void
}

function Filters({ count, text, kind, onText, onKind }: FiltersProps) {
  const { t } = useTranslation('projects')
  return (
    <div className={css.filters}>
      <label className={css.search}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t('filterLabel')}
          placeholder={t('filter', { count })}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <Segments
        label={t('kind')}
        value={kind}
        options={[
          { value: 'all', label: t('all') },
          { value: 'chats', label: t('chats') },
          { value: 'projects', label: t('onlyProjects') },
        ]}
        onChange={onKind}
      />
    </div>
  )
}

function NewCard() {
  const { t } = useTranslation('projects')
  return (
    <Link to={NEW_ADDRESS} className={css.new}>
      <span className={css.newTitle}>
        <Icon name="plus" />
        {t('newCard')}
      </span>
      <p>{t('newCardText')}</p>
    </Link>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.cards}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className={css.skeleton}>
            <Bone width={64} />
            <Bone width={92} />
            <Bone width={40} />
          </div>
        ))}
      </div>
    </Loading>
  )
}

const isKind = (project: Project, kind: Kind) =>
  kind === 'all' || (project.type === CHAT_TYPE) === (kind === 'chats')

function matches(project: Project, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase()
  return `${project.name}\n${project.description}`.toLocaleLowerCase().includes(wanted)
}
