import type { Project, Tab } from '@polylogue/contract'
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate, useNavigation, useParams, useSearchParams } from 'react-router'
import { EXPORT_TAB, ExportTabDialog } from '#features/chatbots/index.ts'
import { COMPARE, compareIdOf, CompareSheet, CompareView } from '#features/compare/index.ts'
import { Conversation } from '#features/conversation/index.ts'
import {
  ArchiveLine,
  DeleteProjectDialog,
  EDIT_PROJECT,
  EditProjectDialog,
  hasOverview,
  OVERVIEW_TAB,
  ProjectSharingDialog,
  useProject,
} from '#features/projects/index.ts'
import { SHARING, useSharingWay } from '#features/sharing/index.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { REPLAY, ReplayDialog, ReplayLine } from '#features/replay/index.ts'
import { EmptyTabs, OVERVIEW, TabRow, tabId, tabPanelId, useChosen, useTabs } from '#features/tabs/index.ts'
import { ApiProblem } from '#lib/api.ts'
import { canWrite, forReaders } from '#lib/can.ts'
import { useDialogs, SHARE_LINK } from '#lib/dialogs.ts'
import { lazyView } from '#lib/load-code.ts'
import { useNotices } from '#lib/notices.ts'
import { remember } from '#lib/preferences.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useIsLeaving } from '#lib/leaving.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { Panel } from '../panel/panel.tsx'
import { PanelContext } from '../panel/panel-context.ts'
import { TabTools } from '../panel/tab-tools.tsx'
import { usePanelState } from '../panel/use-panel-state.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { Page } from './page.tsx'
import { CompareBar, ProjectBar } from './project-bar.tsx'
import { ProjectNameContext } from './project-name.ts'
import css from './project-page.module.css'
import { useTitle } from './use-title.ts'

export { prepareProject } from './prepare-project.ts'

const AFTER_MENU_MS = 50

const EncodedProject = lazyView(async () => (await import('./encoded-project.tsx')).EncodedProject)
const Overview = lazyView(async () => (await import('./overview/overview.tsx')).Overview)
/** Makes and manages the share links of a chat or project. */
const ShareLinkDialog = lazyDialog(
  async () => (await import('#features/shares/manage/share-link-dialog.tsx')).ShareLinkDialog,
)

/** A project with its tabs and the selected tab's conversation. A missing project redirects to the start page. */
export function ProjectPage() {
  const { id: text = '' } = useParams()
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) return <EncodedProject text={text} />
  return <ProjectById key={id} id={id} />
}

function ProjectById({ id }: { id: number }) {
  const { t } = useTranslation('projects')
  const errorMessage = useErrorMessage()
  const project = useProject(id)
  useTitle(project.data?.name ?? '')
  const gone = project.error instanceof ApiProblem && project.error.status === 404
  useGone(gone)
  const shown = useShown(project.data)
  if (shown && !gone) return <OpenProject project={shown} />
  return (
    <Page title={t('project')} crumb={{ to: '/projects', text: t('title') }}>
      {project.isError && !gone ? (
        <LoadFailed
          title={t('oneLoadFailed')}
          {...errorMessage(project.error)}
          onRetry={() => void project.refetch()}
        />
      ) : (
        <Skeleton />
      )}
    </Page>
  )
}

/** In read-only mode the page is that of somebody who may only read the project. */
function useShown(project: Project | undefined): Project | undefined {
  const { readOnly } = useNavigationState()
  return useMemo(() => (readOnly && project ? forReaders(project) : project), [readOnly, project])
}

/** Handles a missing project as specified: a warning, then the start page. */
function useGone(gone: boolean): void {
  const { t } = useTranslation('projects')
  const notices = useNotices()
  const navigate = useNavigate()
  // A user who left or deleted the project is already navigating.
  const stays = useNavigation().state === 'idle'
  const isLeaving = useIsLeaving()
  const leave = useEffectEvent(() => {
    if (isLeaving()) return
    notices.show({
      kind: 'warning',
      title: t('gone'),
      text: t('goneText'),
      action: { label: t('showAll'), run: () => void navigate('/projects') },
    })
    void navigate('/', { replace: true })
  })
  useEffect(() => {
    if (gone && stays) leave()
  }, [gone, stays])
}

function OpenProject({ project }: { project: Project }) {
  const dialogs = useDialogs()
  const canShare = useSharingWay()(project) !== undefined
  const navigate = useNavigate()
  const [doomed, setDoomed] = useState(false)
  const [params] = useSearchParams()
  const compareId = compareIdOf(params)
  const isOverview = hasOverview(project) && params.get('tab') === OVERVIEW_TAB
  const onDelete = () => setDoomed(true)
  return (
    <PanelContext value={usePanelState(compareId === null ? 'chat' : 'page')}>
      <ProjectNameContext value={useName()}>
        {compareId === null ? (
          <ProjectBar project={project} isOverview={isOverview} onDelete={onDelete} />
        ) : (
          <CompareBar project={project} />
        )}
        <Tabs project={project} isOverview={isOverview} compareId={compareId} onDelete={onDelete} />
      </ProjectNameContext>
      <EditProjectDialog project={project} opened={dialogs.open === EDIT_PROJECT} onClose={dialogs.close} />
      <ProjectSharingDialog
        project={project}
        opened={canShare && dialogs.open === SHARING}
        onClose={dialogs.close}
      />
      <DeleteProjectDialog
        opened={doomed}
        project={project}
        onClose={() => setDoomed(false)}
        onDeleted={() => void navigate('/projects', { replace: true })}
      />
    </PanelContext>
  )
}

function useName() {
  const { small } = useNavigationState()
  const [renaming, setRenaming] = useState(false)
  const [inView, setInView] = useState(false)
  return {
    renaming,
    // A closing menu first returns the focus to its button, which would end the renaming.
    rename: () => void setTimeout(() => setRenaming(true), small ? AFTER_MENU_MS : 0),
    endRenaming: () => setRenaming(false),
    inView,
    setInView,
  }
}

interface TabsProps {
  project: Project
  isOverview: boolean
  compareId: string | null
  onDelete: () => void
}

function Tabs({ project, isOverview, compareId, onDelete }: TabsProps) {
  const tabs = useTabs(project.id)
  const dialogs = useDialogs()
  const [params] = useSearchParams()
  const writer = canWrite(project)
  const tab = useChosen(tabs.data, params.get('tab'))
  const chosen = isOverview ? undefined : tab
  if (tabs.data && (chosen || isOverview))
    return (
      <>
        {compareId === null ? (
          <div className={css.columns}>
            <ChosenTab
              project={project}
              tabs={tabs.data}
              chosen={chosen}
              canWrite={writer}
              onDelete={onDelete}
            />
            <Panel openTab={chosen && { project, tab: chosen }} />
          </div>
        ) : (
          <div className={css.columns}>
            <main id="content" className={css.main} tabIndex={-1}>
              <Suspense fallback={null}>
                <CompareView
                  key={compareId}
                  project={project}
                  tabs={tabs.data}
                  compareId={compareId}
                  canWrite={writer}
                />
              </Suspense>
            </main>
            <Panel openTab={undefined} />
          </div>
        )}
        {writer && (
          <CompareSheet
            project={project}
            tabs={tabs.data}
            opened={dialogs.open === COMPARE}
            onClose={dialogs.close}
          />
        )}
        {tab && (
          <ShareLinkDialog
            project={project}
            tabs={tabs.data}
            tab={tab}
            opened={dialogs.open === SHARE_LINK}
            onClose={dialogs.close}
          />
        )}
      </>
    )
  return <WithoutTab project={project} tabs={tabs} />
}

/** Says that there is no tab, or why there is none to show. */
function WithoutTab({ project, tabs }: { project: Project; tabs: ReturnType<typeof useTabs> }) {
  const { t } = useTranslation('tabs')
  const errorMessage = useErrorMessage()
  return (
    <div className={css.columns}>
      <main id="content" className={css.without} tabIndex={-1}>
        {tabs.isError && (
          <LoadFailed
            title={t('loadFailed')}
            {...errorMessage(tabs.error)}
            onRetry={() => void tabs.refetch()}
          />
        )}
        {tabs.isPending && <Skeleton />}
        {tabs.data && <EmptyTabs project={project} canWrite={canWrite(project)} />}
      </main>
      <Panel openTab={undefined} />
    </div>
  )
}

interface ChosenTabProps {
  project: Project
  tabs: readonly Tab[]
  /** Undefined for the overview. */
  chosen: Tab | undefined
  canWrite: boolean
  /** Deletes the project. */
  onDelete: () => void
}

/** Renders another tab synchronously: in small pieces, with frames that show nothing new, it takes twice as long. */
const AT_ONCE = { flushSync: true }

function ChosenTab({ project, tabs, chosen, canWrite: writer, onDelete }: ChosenTabProps) {
  const { quiet } = useNavigationState()
  const [params, setParams] = useParamsOfPage()
  const isFirst = params.get('tab') === null
  // Remembered for early requests: the next visit of this address loads the messages before this code runs.
  useEffect(() => {
    if (isFirst && chosen) remember('tab', `${project.id}:${chosen.id}`)
  }, [isFirst, project.id, chosen])
  const choose = (id: number) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set('tab', id === OVERVIEW ? OVERVIEW_TAB : String(id))
      return next
    }, AT_ONCE)
  return (
    <main id="content" className={css.main} tabIndex={-1}>
      <ArchiveLine project={project} />
      <div hidden={quiet}>
        <TabRow
          project={project}
          tabs={tabs}
          chosen={chosen}
          hasOverview={hasOverview(project)}
          canWrite={writer}
          onChoose={choose}
        />
      </div>
      {chosen ? (
        <TabPanel project={project} tab={chosen} canWrite={writer} />
      ) : (
        <section
          role="tabpanel"
          id={tabPanelId(OVERVIEW)}
          aria-labelledby={tabId(OVERVIEW)}
          className={css.overview}
        >
          <Suspense fallback={<Skeleton />}>
            <Overview project={project} tabs={tabs} onChoose={choose} onDelete={onDelete} />
          </Suspense>
        </section>
      )}
      {writer && chosen && <TabDialogs key={chosen.id} tab={chosen} />}
    </main>
  )
}

/** Dialogs of the tab's menu that belong to other features. */
function TabDialogs({ tab }: { tab: Tab }) {
  const dialogs = useDialogs()
  const canReplay = useInstalled('replay-chats')
  return (
    <>
      <ReplayDialog tab={tab} opened={canReplay && dialogs.open === REPLAY} onClose={dialogs.close} />
      <ExportTabDialog tab={tab} opened={dialogs.open === EXPORT_TAB} onClose={dialogs.close} />
    </>
  )
}

function TabPanel({ project, tab, canWrite: writer }: { project: Project; tab: Tab; canWrite: boolean }) {
  return (
    <section role="tabpanel" id={tabPanelId(tab.id)} aria-labelledby={tabId(tab.id)} className={css.panel}>
      <ReplayLine key={tab.id} tab={tab} />
      <Conversation key={tab.id} project={project} tab={tab} canWrite={writer}>
        <TabTools tab={tab} />
      </Conversation>
    </section>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <SkeletonLine width={28} />
        <SkeletonLine width={84} />
        <SkeletonLine width={76} />
        <SkeletonLine width={52} />
      </div>
    </Loading>
  )
}
