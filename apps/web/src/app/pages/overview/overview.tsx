// The page of a project: what it consists of and what its new tabs begin with, on one screen.
import type { Project, Tab } from '@polylogue/contract'
import { Suspense, type ReactNode } from 'react'
import { ReadOnly } from '#features/conversation/index.ts'
import { CustInstsOfProject } from '#features/custinsts/index.ts'
import { DatasourceOfProject, ProjectFiles } from '#features/datasources/index.ts'
import { DefaultModelField } from '#features/models/index.ts'
import { EDIT_PROJECT, useActivity, useSharingWord } from '#features/projects/index.ts'
import { PromptsUsed } from '#features/prompts/index.ts'
import { PeopleOf, SHARING } from '#features/sharing/index.ts'
import { canAdminister, canWrite } from '#lib/can.ts'
import { wantComposer } from '#lib/composer-focus.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { usePermission } from '#features/session/index.ts'
import { Ask } from './ask.tsx'
import css from './overview.module.css'
import { RecentTabs } from './recent-tabs.tsx'
import { Section } from './section.tsx'
import { useChooseModel } from './use-choose-model.ts'

interface OverviewProps {
  project: Project
  tabs: readonly Tab[]
  onChoose: (tab: number) => void
}

export function Overview({ project, tabs, onChoose }: OverviewProps) {
  const { t } = useTranslation('projects')
  return (
    <div className={css.overview}>
      <div className={css.work}>
        <Top project={project} onChoose={onChoose} />
        <RecentTabs project={project} tabs={tabs} onChoose={onChoose} />
        <UsedPrompts project={project} />
      </div>
      <div className={css.parts}>
        <People project={project} />
        <Files project={project} />
        <p className={css.lead}>{t('overview.lead')}</p>
        <Suspense fallback={null}>
          <Settings project={project} />
        </Suspense>
      </div>
    </div>
  )
}

/** What the project is about, and the field that asks in it. */
function Top({ project, onChoose }: Pick<OverviewProps, 'project' | 'onChoose'>) {
  const asked = (tab: number) => {
    wantComposer(project.id)
    onChoose(tab)
  }
  return (
    <div className={css.top}>
      <About project={project} />
      {canWrite(project) ? <Ask project={project} onAsked={asked} /> : <ReadOnly project={project} />}
    </div>
  )
}

function About({ project: { description, ...project } }: { project: Project }) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const edit = canWrite(project) && (
    <Button kind="quiet" size="small" icon="pencil" onClick={() => dialogs.show(EDIT_PROJECT)}>
      {description === '' ? t('overview.addDescription') : t('overview.edit')}
    </Button>
  )
  if (description === '' && !edit) return null
  return (
    <section aria-label={t('description')} className={css.about}>
      {description !== '' && (
        <p className={css.description} dir="auto">
          {description}
        </p>
      )}
      {edit}
    </section>
  )
}

function UsedPrompts({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  const { data } = useActivity(project.id)
  if (usePermission('can_use_prompts') !== true) return null
  const prompts = data?.prompts ?? []
  return (
    <Section
      title={t('overview.prompts')}
      count={prompts.length > 0 ? format.number(prompts.length) : undefined}
      action={
        <LinkButton kind="quiet" size="small" to="/prompts">
          {t('overview.allPrompts')}
        </LinkButton>
      }
    >
      {data && prompts.length === 0 && <p className={css.none}>{t('overview.noPrompts')}</p>}
      <Suspense fallback={null}>{prompts.length > 0 && <PromptsUsed prompts={prompts} />}</Suspense>
    </Section>
  )
}

function People({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const word = useSharingWord()(project)
  const manage = word && (
    <Button kind="quiet" size="small" onClick={() => dialogs.show(SHARING)}>
      {canAdminister(project) ? t('overview.manage') : word}
    </Button>
  )
  return (
    <Section title={t('overview.people')} action={manage}>
      <Suspense fallback={null}>
        <PeopleOf item={project} />
      </Suspense>
    </Section>
  )
}

/** The documents that new tabs use. */
function Files({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const id = project.defaultDatasourceId
  if (usePermission('can_use_datasources') !== true) return null
  const action = id !== 0 && (
    <LinkButton kind="quiet" size="small" to={`/datasources/${id}`}>
      {t('overview.allFiles')}
    </LinkButton>
  )
  return (
    <Section title={t('overview.files')} action={action}>
      <Suspense fallback={null}>
        <ProjectFiles key={project.id} project={project} />
      </Suspense>
    </Section>
  )
}

/** What new tabs begin with; a change is saved at once. */
function Settings({ project }: { project: Project }) {
  const writer = canWrite(project)
  const usesDatasources = usePermission('can_use_datasources') === true
  const usesCustInsts = usePermission('can_use_custinsts') === true
  return (
    <>
      <ModelOf project={project} locked={!writer} />
      {usesCustInsts && (
        <Locked when={!writer}>
          <CustInstsOfProject project={project} />
        </Locked>
      )}
      {usesDatasources && (
        <Locked when={!writer}>
          <DatasourceOfProject project={project} />
        </Locked>
      )}
    </>
  )
}

function ModelOf({ project, locked }: { project: Project; locked: boolean }) {
  const choose = useChooseModel(project)
  return (
    <Locked when={locked}>
      <DefaultModelField value={project} onChange={(model) => choose.mutate(model)} />
    </Locked>
  )
}

/** Disables the fields of somebody who only reads. */
function Locked({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={when} className={css.fields}>
      {children}
    </fieldset>
  )
}
