// The page of a project: what it consists of and what its new tabs begin with, on one screen.
import type { Project, Tab } from '@polylogue/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ReadOnly } from '#features/conversation/index.ts'
import { CustInstsOfProject } from '#features/custinsts/index.ts'
import { DatasourceOfProject, ProjectFiles } from '#features/datasources/index.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'
import { useIsOffered } from '#features/items/index.ts'
import { EDIT_PROJECT, useActivity, useSharingWord } from '#features/projects/index.ts'
import { PromptsUsed } from '#features/prompts/index.ts'
import { promptKind } from '#features/prompts/kind.ts'
import { PeopleOf, SHARING } from '#features/sharing/index.ts'
import { canAdminister, canWrite } from '#lib/can.ts'
import { wantComposer } from '#lib/composer-focus.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Section } from '#ui/page-section.tsx'
import { usePermission } from '#features/session/index.ts'
import { Ask } from './ask.tsx'
import { DefaultModel } from './default-model.tsx'
import { NameOnPage } from './name-on-page.tsx'
import css from './overview.module.css'
import { RecentTabs } from './recent-tabs.tsx'

interface OverviewProps {
  project: Project
  tabs: readonly Tab[]
  onChoose: (tab: number) => void
  onDelete: () => void
}

export function Overview({ project, tabs, onChoose, onDelete }: OverviewProps) {
  const { t } = useTranslation('project-page')
  return (
    <div className={css.overview}>
      <div className={css.work}>
        <div className={css.top}>
          <NameOnPage project={project} onDelete={onDelete} />
          <About project={project} />
          <AskOrRead project={project} onChoose={onChoose} />
        </div>
        <RecentTabs project={project} tabs={tabs} onChoose={onChoose} />
        <UsedPrompts project={project} />
      </div>
      <div className={css.parts}>
        <People project={project} />
        <p className={css.lead}>{t('lead')}</p>
        <Suspense fallback={null}>
          <Settings project={project} />
        </Suspense>
        <Files project={project} />
      </div>
    </div>
  )
}

function AskOrRead({ project, onChoose }: Pick<OverviewProps, 'project' | 'onChoose'>) {
  if (!canWrite(project))
    return (
      <div className={css.reading}>
        <ReadOnly project={project} />
      </div>
    )
  const asked = (tab: number) => {
    wantComposer(project.id)
    onChoose(tab)
  }
  return <Ask project={project} onAsked={asked} />
}

/** What the project is about. */
function About({ project }: { project: Project }) {
  const { t } = useTranslation(['project-page', 'projects'])
  const dialogs = useDialogs()
  const { description } = project
  if (description === '' && !canWrite(project)) return null
  return (
    <section aria-label={t('projects:description')} className={css.about}>
      {description === '' ? (
        <Button kind="quiet" size="small" icon="pencil" onClick={() => dialogs.show(EDIT_PROJECT)}>
          {t('addDescription')}
        </Button>
      ) : (
        <p className={css.description} dir="auto">
          {description}
        </p>
      )}
    </section>
  )
}

function UsedPrompts({ project }: { project: Project }) {
  const { t } = useTranslation('project-page')
  const format = useFormat()
  const { data } = useActivity(project.id)
  const isOffered = useIsOffered()
  if (!isOffered(promptKind)) return null
  const prompts = data?.prompts ?? []
  return (
    <Section
      title={t('prompts')}
      count={prompts.length > 0 ? format.number(prompts.length) : undefined}
      action={
        <LinkButton kind="quiet" size="small" to="/prompts">
          {t('allPrompts')}
        </LinkButton>
      }
    >
      {data && prompts.length === 0 && <p className={css.none}>{t('noPrompts')}</p>}
      <Suspense fallback={null}>{prompts.length > 0 && <PromptsUsed prompts={prompts} />}</Suspense>
    </Section>
  )
}

function People({ project }: { project: Project }) {
  const { t } = useTranslation('project-page')
  const dialogs = useDialogs()
  const word = useSharingWord()(project)
  const manage = word && (
    <Button kind="quiet" size="small" onClick={() => dialogs.show(SHARING)}>
      {canAdminister(project) ? t('manage') : word}
    </Button>
  )
  return (
    <Section title={t('people')} action={manage}>
      <Suspense fallback={null}>
        <PeopleOf item={project} />
      </Suspense>
    </Section>
  )
}

/** The documents that new tabs use. */
function Files({ project }: { project: Project }) {
  const { t } = useTranslation('project-page')
  const id = project.defaultDatasourceId
  // Only known here: the list of files below fetches it, and a reader without access has nothing to open.
  const { data: source } = useQuery({ queryKey: datasourceKeys.one(id), queryFn: skipToken })
  if (usePermission('can_use_datasources') !== true) return null
  const action = source !== undefined && (
    <LinkButton kind="quiet" size="small" to={`/datasources/${id}`}>
      {t('allFiles')}
    </LinkButton>
  )
  return (
    <Section title={t('files')} action={action}>
      <Suspense fallback={null}>
        <ProjectFiles key={project.id} project={project} />
      </Suspense>
    </Section>
  )
}

/** What new tabs begin with; a change is saved at once. */
function Settings({ project }: { project: Project }) {
  const usesDatasources = usePermission('can_use_datasources') === true
  const usesCustInsts = usePermission('can_use_custinsts') === true
  return (
    <>
      <DefaultModel project={project} />
      {usesCustInsts && <CustInstsOfProject project={project} />}
      {usesDatasources && <DatasourceOfProject project={project} />}
    </>
  )
}
