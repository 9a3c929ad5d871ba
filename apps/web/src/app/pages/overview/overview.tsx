// The page of a project: what it consists of and what its new tabs begin with, on one screen.
import type { Project, Tab } from '@polylogue/contract'
import { Suspense, type ReactNode } from 'react'
import { CustInstsOfProject, useCanUseCustInsts } from '../../../features/custinsts/index.ts'
import { DatasourceOfProject, useCanUseDatasources } from '../../../features/datasources/index.ts'
import { DefaultModelField } from '../../../features/models/index.ts'
import { EDIT_PROJECT, useSharingWord } from '../../../features/projects/index.ts'
import { PeopleOf, SHARING } from '../../../features/sharing/index.ts'
import { canAdminister, canWrite } from '../../../lib/can.ts'
import { useDialogs } from '../../../lib/dialogs.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
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
        <About project={project} />
        <RecentTabs project={project} tabs={tabs} onChoose={onChoose} />
      </div>
      <div className={css.parts}>
        <People project={project} />
        <p className={css.lead}>{t('overview.lead')}</p>
        <Suspense fallback={null}>
          <Settings project={project} />
        </Suspense>
      </div>
    </div>
  )
}

function About({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const edit = canWrite(project) && (
    <Button kind="quiet" size="small" onClick={() => dialogs.show(EDIT_PROJECT)}>
      {t('overview.edit')}
    </Button>
  )
  return (
    <Section title={t('description')} action={edit}>
      <p className={project.description ? css.description : css.none} dir="auto">
        {project.description || t('noDescription')}
      </p>
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
        <PeopleOf item={{ ...project, contextId: project.context.id }} />
      </Suspense>
    </Section>
  )
}

/** What new tabs begin with; a change is saved at once. */
function Settings({ project }: { project: Project }) {
  const writer = canWrite(project)
  const usesDatasources = useCanUseDatasources() === true
  const usesCustInsts = useCanUseCustInsts() === true
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
