import type { ListedProject } from '@polylogue/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { NEW_CHAT } from '../../lib/new-chat.ts'
import { useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Bone, EmptyState, LoadFailed, Loading, Problem } from '../../ui/states.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useProjects } from './api.ts'
import { DeleteProjectDialog, NEW_PROJECT } from './dialogs.ts'
import { ProjectCard } from './project-card.tsx'
import { usePinnedProjects } from './pins.ts'
import css from './project-overview.module.css'
import { useNearEnd } from '../../lib/use-near-end.ts'
import { useOverviewFilter, type OverviewFilter } from './use-overview.ts'

const NEW_ADDRESS = `?dialog=${NEW_PROJECT}`
// The import's own dialog; projects are what it makes, so it knows them and they do not know it.
const IMPORT_ADDRESS = '?dialog=import'

/** All one's chats and projects as cards, the last used first; searched and filtered by the server, page after page. */
export function ProjectOverview() {
  const { t } = useTranslation('projects')
  const tell = useTell()
  const filter = useOverviewFilter()
  const projects = useProjects({ q: filter.q, kind: filter.kind === 'all' ? undefined : filter.kind })
  const empty = projects.data?.length === 0 && !filter.filtered && filter.text === ''
  if (projects.isPending) return <Skeleton />
  if (projects.isError && !projects.data) {
    const told = tell(projects.error)
    return <LoadFailed title={t('loadFailed')} {...told} onRetry={() => void projects.refetch()} />
  }
  if (empty)
    return (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
        <span className={css.ways}>
          <LinkButton to={NEW_CHAT} icon="edit">
            {t('newChat')}
          </LinkButton>
          <LinkButton to={NEW_ADDRESS} icon="plus">
            {t('newProject')}
          </LinkButton>
          <LinkButton to={IMPORT_ADDRESS} icon="upload">
            {t('import')}
          </LinkButton>
        </span>
      </EmptyState>
    )
  return (
    <>
      <Filters filter={filter} />
      <Found projects={projects} filter={filter} />
    </>
  )
}

function Found({ projects, filter }: { projects: ReturnType<typeof useProjects>; filter: OverviewFilter }) {
  const { t } = useTranslation('projects')
  const [doomed, setDoomed] = useState<ListedProject | null>(null)
  const data = usePinnedFirst(projects.data ?? [], filter.filtered)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = projects
  const more = hasNextPage && !isFetching && !isFetchNextPageError
  const mark = useNearEnd(more, () => void fetchNextPage())
  const told = filter.filtered && !projects.isFetching ? t('found', { count: data.length }) : ''
  return (
    <>
      <p className="sr" role="status">
        {told}
      </p>
      {data.length === 0 ? (
        <NoMatch filter={filter} />
      ) : (
        <div className={css.cards} aria-busy={projects.isPlaceholderData || undefined}>
          {!filter.filtered && <NewCard />}
          {data.map((project) => (
            <ProjectCard key={project.id} project={project} onDelete={() => setDoomed(project)} />
          ))}
        </div>
      )}
      {hasNextPage && <span ref={mark} className={css.mark} />}
      {isFetchNextPageError && (
        <div className={css.more}>
          <Problem
            action={
              <Button size="small" onClick={() => void fetchNextPage()}>
                {t('moreProjects')}
              </Button>
            }
          >
            {t('moreFailed')}
          </Problem>
        </div>
      )}
      <DeleteProjectDialog opened={doomed !== null} project={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

/** All in their order, but for those that are pinned: they come first. */
function usePinnedFirst(projects: readonly ListedProject[], filtered: boolean): readonly ListedProject[] {
  const pinned = usePinnedProjects()
  if (filtered || pinned.length === 0) return projects
  const ids = new Set(pinned.map(({ id }) => id))
  return [...pinned, ...projects.filter(({ id }) => !ids.has(id))]
}

function NoMatch({ filter }: { filter: OverviewFilter }) {
  const { t } = useTranslation('projects')
  const title =
    filter.q === '' ? t(filter.kind === 'chat' ? 'noChats' : 'noProjects') : t('noMatch', { text: filter.q })
  return (
    <EmptyState title={title}>
      <Button onClick={filter.clear}>{t('clearFilter')}</Button>
    </EmptyState>
  )
}

function Filters({ filter }: { filter: OverviewFilter }) {
  const { t } = useTranslation('projects')
  return (
    <div className={css.filters} role="search" aria-label={t('filterLabel')} data-tour="projects">
      <SearchField
        label={t('filterLabel')}
        maxLength={500}
        value={filter.text}
        onChange={(event) => filter.setText(event.target.value)}
      />
      <Segments
        label={t('kind')}
        value={filter.kind}
        options={[
          { value: 'all', label: t('all') },
          { value: 'chat', label: t('chats') },
          { value: 'project', label: t('onlyProjects') },
        ]}
        onChange={filter.setKind}
      />
      <span className="sp" />
      <LinkButton to={IMPORT_ADDRESS} icon="upload">
        {t('import')}
      </LinkButton>
    </div>
  )
}

function NewCard() {
  const { t } = useTranslation('projects')
  return (
    <div className={css.new}>
      <Link to={NEW_CHAT} className={css.newTitle}>
        <Icon name="edit" />
        {t('newChat')}
      </Link>
      <p>{t('newChatText')}</p>
      <Link to={NEW_ADDRESS} className={css.newTitle}>
        <Icon name="plus" />
        {t('newProject')}
      </Link>
      <p>{t('newProjectText')}</p>
    </div>
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
