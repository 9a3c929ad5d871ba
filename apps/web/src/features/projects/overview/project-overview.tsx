import type { ListedProject } from '@polylogue/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import type { FeatureView } from '#lib/feature-page.ts'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { EmptyState } from '#ui/states.tsx'
import { FilterBar, ItemOverview, useItemFilter, type ItemFilter } from '#features/items/index.ts'
import { useProjects, type ProjectFilter } from '../api.ts'
import { useArchived } from '../archive/use-archive.ts'
import { DeleteProjectDialog, NEW_PROJECT } from '../dialogs/index.ts'
import { ProjectCard } from './project-card.tsx'
import { usePinnedProjects } from '../pins.ts'
import css from './project-overview.module.css'

const NEW_ADDRESS = `?dialog=${NEW_PROJECT}`
// Address of the import dialog, as a string because the import feature depends on this one.
const IMPORT_ADDRESS = '?dialog=import'

/** Lists the chats and projects of the user as cards, last used first; the server searches, filters and pages. */
function ProjectOverview() {
  const { t } = useTranslation('projects')
  const filter = useItemFilter(CHOICES)
  const [doomed, setDoomed] = useState<ListedProject | null>(null)
  const kind = kindOf(filter.get('kind'))
  const projects = useProjects({ q: filter.q, ...FILTERS[kind] })
  const noMatch = filter.q === '' ? t(NONE_OF[kind]) : t('noMatch', { text: filter.q })
  return (
    <>
      <ItemOverview
        list={projects}
        filter={filter}
        words={{
          loadFailed: t('loadFailed'),
          found: (count) => t('found', { count }),
          noMatch,
          clearFilter: t('clearFilter'),
          more: t('moreProjects'),
          moreFailed: t('moreFailed'),
        }}
        filterBar={<Filters filter={filter} kind={kind} />}
        empty={<Empty />}
      >
        <Cards projects={projects.data ?? []} filtered={filter.filtered} onDelete={setDoomed} />
      </ItemOverview>
      <DeleteProjectDialog opened={doomed !== null} project={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

type Kind = 'all' | 'chat' | 'project' | 'archived'
const CHOICES = { kind: ['chat', 'project', 'archived'] }

const FILTERS: Record<Kind, ProjectFilter> = {
  all: {},
  chat: { kind: 'chat' },
  project: { kind: 'project' },
  archived: { archived: 'only' },
}

const NONE_OF = {
  all: 'noProjects',
  chat: 'noChats',
  project: 'noProjects',
  archived: 'archive.none',
} as const satisfies Record<Kind, string>

const kindOf = (text: string): Kind =>
  text === 'chat' || text === 'project' || text === 'archived' ? text : 'all'

function Empty() {
  const { t } = useTranslation('projects')
  const hasArchived = useArchived().length > 0
  return (
    <EmptyState
      title={t(hasArchived ? 'archive.all' : 'emptyTitle')}
      text={t(hasArchived ? 'archive.allText' : 'emptyText')}
    >
      <span className={css.buttons}>
        {hasArchived && (
          <LinkButton to="?kind=archived" icon="archive">
            {t('archive.show')}
          </LinkButton>
        )}
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
}

interface CardsProps {
  projects: readonly ListedProject[]
  filtered: boolean
  onDelete: (project: ListedProject) => void
}

function Cards({ projects, filtered, onDelete }: CardsProps) {
  const shown = usePinnedFirst(projects, filtered)
  return (
    <>
      {!filtered && <NewCard />}
      {shown.map((project) => (
        <ProjectCard key={project.id} project={project} onDelete={() => onDelete(project)} />
      ))}
    </>
  )
}

/** Moves pinned projects to the top. */
function usePinnedFirst(projects: readonly ListedProject[], filtered: boolean): readonly ListedProject[] {
  const pinned = usePinnedProjects()
  if (filtered || pinned.length === 0) return projects
  const ids = new Set(pinned.map(({ id }) => id))
  return [...pinned, ...projects.filter(({ id }) => !ids.has(id))]
}

function Filters({ filter, kind }: { filter: ItemFilter; kind: Kind }) {
  const { t } = useTranslation('projects')
  return (
    <FilterBar filter={filter} label={t('filterLabel')} tour="projects">
      <Segments
        label={t('kind')}
        value={kind}
        options={[
          { value: 'all', label: t('all') },
          { value: 'chat', label: t('chats') },
          { value: 'project', label: t('onlyProjects') },
          { value: 'archived', label: t('archive.filter') },
        ]}
        onChange={(next) => filter.set('kind', next === 'all' ? '' : next)}
      />
      <span className="sp" />
      <LinkButton to="/bin" icon="trash" kind="quiet">
        {t('recycleBin')}
      </LinkButton>
      <LinkButton to={IMPORT_ADDRESS} icon="upload">
        {t('import')}
      </LinkButton>
    </FilterBar>
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

export const overviewPage: FeatureView = {
  useHeading: () => useTranslation('projects').t('title'),
  View: ProjectOverview,
}
