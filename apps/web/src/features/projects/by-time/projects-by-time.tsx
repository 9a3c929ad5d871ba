import type { ListedProject } from '@polylogue/contract'
import { useId, useRef, useState, type Ref, type RefObject } from 'react'
import { groupByTime } from '#lib/by-time.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useRunning, useUnreadProjects } from '#features/runs/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { useToday } from '#lib/days.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine, Loading } from '#ui/states.tsx'
import { useProjects } from '../api.ts'
import { DeleteProjectDialog } from '../dialogs/index.ts'
import { usePinnedProjects, usePins } from '../pins.ts'
import { ProjectRow, type RowActions } from '../row/project-row.tsx'
import { useMovedFocus, useRowFocus } from '../row/row-focus.ts'
import css from './projects-by-time.module.css'
import { useMoreInSight } from './use-more-in-sight.ts'

/** Debounce of the search. */
const PAUSE_MS = 200

interface ProjectsByTimeProps {
  /** Search text; empty for all. */
  search: string
  onClear: () => void
  /** Searches the messages for the text instead. */
  onSearchMessages: (text: string) => void
  touch: boolean
  ref: Ref<HTMLDivElement>
}

/** Shows the navigation's list: pinned projects, then all by last use, or the search results. */
export function ProjectsByTime({ search, onClear, onSearchMessages, touch, ref }: ProjectsByTimeProps) {
  const { t } = useTranslation('shell')
  const text = search.trim()
  // An empty search shows the whole list at once.
  const settled = useSettled(text, text === '' ? 0 : PAUSE_MS)
  const asked = text === '' ? '' : settled
  const { pins, toggle } = usePins()
  const pinned = usePinnedProjects()
  const keepFocus = useRowFocus(pinned)
  const focused = useRef<Element>(null)
  const [doomed, setDoomed] = useState<ListedProject | null>(null)
  const actions: RowActions = { touch, onPin: ({ id }) => (keepFocus(id), toggle(id)), onDelete: setDoomed }
  return (
    <div ref={ref} data-rows onFocus={({ target }) => void (focused.current = target)}>
      {asked === '' && pinned.length > 0 && (
        <Group label={t('pinned')} projects={pinned} pins={pins} actions={actions} />
      )}
      <All
        asked={asked}
        pins={pins}
        pinned={pinned}
        actions={actions}
        focused={focused}
        onClear={onClear}
        onSearchMessages={onSearchMessages}
      />
      <DeleteProjectDialog
        opened={doomed !== null}
        project={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => doomed && pins.includes(doomed.id) && toggle(doomed.id)}
      />
    </div>
  )
}

interface AllProps {
  asked: string
  pins: readonly number[]
  /** Projects shown above the list. */
  pinned: readonly ListedProject[]
  actions: RowActions
  /** The last focused element of the list. */
  focused: RefObject<Element | null>
  onClear: () => void
  onSearchMessages: (text: string) => void
}

function All({ asked, pins, pinned, actions, focused, onClear, onSearchMessages }: AllProps) {
  const { t } = useTranslation(['shell', 'projects'])
  const errorMessage = useErrorMessage()
  const today = useToday()
  const projects = useProjects({ q: asked })
  const more = useMoreInSight(projects)
  useMovedFocus(focused, projects.data)
  if (projects.isPending) return <Skeleton />
  if (projects.isError && !projects.data)
    return <Failed why={errorMessage(projects.error).sentence} onAgain={() => void projects.refetch()} />
  const found = projects.data
  const groups = asked
    ? [{ age: 'found' as const, items: found }]
    : groupByTime(
        found.filter(({ id }) => !pinned.some((other) => other.id === id)),
        (project) => project.lastUsed,
        today,
      )
  return (
    <>
      <span className="sr" role="status">
        {asked && !projects.isPlaceholderData ? t('foundCount', { count: found.length }) : ''}
      </span>
      {groups.map(({ age, items }) =>
        items.length > 0 ? (
          <Group key={age} label={t(age)} projects={items} pins={pins} actions={actions} />
        ) : null,
      )}
      {asked && found.length === 0 && (
        <div className={css.failed}>
          <p>{t('nothingFound', { text: asked })}</p>
          <Button size="small" icon="search" onClick={() => onSearchMessages(asked)}>
            {t('searchMessages')}
          </Button>
          <Button size="small" kind="quiet" onClick={onClear}>
            {t('clearSearch')}
          </Button>
        </div>
      )}
      {projects.hasNextPage && (
        <Button
          ref={more}
          kind="quiet"
          size="small"
          className={css.more}
          busy={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
        >
          {t('projects:moreProjects')}
        </Button>
      )}
    </>
  )
}

function Failed({ why, onAgain }: { why: string; onAgain: () => void }) {
  const { t } = useTranslation(['shell', 'ui'])
  return (
    <div className={css.failed}>
      <p title={why}>{t('listFailed')}</p>
      <Button size="small" onClick={onAgain}>
        {t('ui:tryAgain')}
      </Button>
    </div>
  )
}

interface GroupProps {
  label: string
  projects: readonly ListedProject[]
  pins: readonly number[]
  actions: RowActions
}

function Group({ label, projects, pins, actions }: GroupProps) {
  const id = useId()
  const running = useRunning()
  const unread = useUnreadProjects()
  const markOf = ({ id: project }: ListedProject) => {
    if (running.some(({ projectId }) => projectId === project)) return 'answering'
    return unread.has(project) ? 'unread' : undefined
  }
  return (
    <>
      <h2 id={id} className={css.label}>
        {label}
      </h2>
      <ul aria-labelledby={id}>
        {projects.map((project) => (
          <li key={project.id} data-project={project.id}>
            <ProjectRow
              project={project}
              pinned={pins.includes(project.id)}
              mark={markOf(project)}
              {...actions}
            />
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
          <SkeletonLine key={width} width={width} />
        ))}
      </div>
    </Loading>
  )
}
