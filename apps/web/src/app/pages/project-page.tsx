import type { Project, Tab } from '@polylogue/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { Conversation } from '../../features/conversation/index.ts'
import {
  DeleteProjectDialog,
  EditProjectDialog,
  ProjectTitle,
  useProject,
} from '../../features/projects/index.ts'
import { EmptyTabs, TabRow, tabId, tabPanelId, useTabs } from '../../features/tabs/index.ts'
import { ApiProblem } from '../../lib/api.ts'
import { canWrite } from '../../lib/can.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { Bone, LoadFailed, Loading } from '../../ui/states.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import { Page } from './page.tsx'
import css from './project-page.module.css'
import { useTitle } from './use-title.ts'

/** A project: its tabs, and the chosen tab's conversation. A project that does not exist leads to the start page. */
export function ProjectPage() {
  const id = Number(useParams()['id'])
  if (!Number.isSafeInteger(id) || id < 1) return <Navigate to="/" replace />
  return <ProjectById key={id} id={id} />
}

function ProjectById({ id }: { id: number }) {
  const { t } = useTranslation('projects')
  const tell = useTell()
  const project = useProject(id)
  useTitle(project.data?.name ?? '')
  const gone = project.error instanceof ApiProblem && project.error.status === 404
  useGone(gone)
  if (project.data && !gone) return <OpenProject project={project.data} />
  return (
    <Page title={t('project')} crumb={{ to: '/projects', text: t('title') }}>
      {project.isError && !gone ? (
        <LoadFailed
          title={t('oneLoadFailed')}
          {...tell(project.error)}
          onRetry={() => void project.refetch()}
        />
      ) : (
        <Skeleton />
      )}
    </Page>
  )
}

/** The specification's way with a missing project: a warning, then the start page. */
function useGone(gone: boolean): void {
  const { t } = useTranslation('projects')
  const notices = useNotices()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    notices.show({ kind: 'warning', title: t('gone'), text: t('goneText') })
    void navigate('/', { replace: true })
  })
  useEffect(() => {
    if (gone) leave()
  }, [gone])
}

function OpenProject({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const [doomed, setDoomed] = useState(false)
  return (
    <>
      <TopBar crumb={{ to: '/projects', text: t('title') }}>
        <ProjectTitle
          project={project}
          onEdit={() => dialogs.show('edit-project')}
          onDelete={() => setDoomed(true)}
        />
      </TopBar>
      <Tabs project={project} />
      <EditProjectDialog project={project} opened={dialogs.open === 'edit-project'} onClose={dialogs.close} />
      <DeleteProjectDialog
        opened={doomed}
        project={project}
        onClose={() => setDoomed(false)}
        onDeleted={() => void navigate('/projects', { replace: true })}
      />
    </>
  )
}

function Tabs({ project }: { project: Project }) {
  const { t } = useTranslation('tabs')
  const tell = useTell()
  const tabs = useTabs(project.id)
  const [params, setParams] = useSearchParams()
  const writer = canWrite(project)
  const chosen = tabs.data?.find((tab) => String(tab.id) === params.get('tab')) ?? tabs.data?.[0]
  const choose = (id: number) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set('tab', String(id))
      return next
    })
  if (tabs.data && chosen)
    return (
      <main id="content" className={css.main} tabIndex={-1}>
        <TabRow project={project} tabs={tabs.data} chosen={chosen} canWrite={writer} onChoose={choose} />
        <TabPanel project={project} tab={chosen} canWrite={writer} />
      </main>
    )
  return (
    <main id="content" className={css.without} tabIndex={-1}>
      {tabs.isError && (
        <LoadFailed title={t('loadFailed')} {...tell(tabs.error)} onRetry={() => void tabs.refetch()} />
      )}
      {tabs.isPending && <Skeleton />}
      {tabs.data && <EmptyTabs project={project} canWrite={writer} />}
    </main>
  )
}

function TabPanel({ project, tab, canWrite: writer }: { project: Project; tab: Tab; canWrite: boolean }) {
  return (
    <section role="tabpanel" id={tabPanelId(tab.id)} aria-labelledby={tabId(tab.id)} className={css.panel}>
      <Conversation key={tab.id} project={project} tab={tab} canWrite={writer} />
    </section>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <Bone width={28} />
        <Bone width={84} />
        <Bone width={76} />
        <Bone width={52} />
      </div>
    </Loading>
  )
}
