import type { LastQuestion, Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { findModel, useModels } from '#features/models/index.ts'
import { useActivity } from '#features/projects/index.ts'
import { useUserId } from '#features/session/index.ts'
import { TabMark, useAddTab } from '#features/tabs/index.ts'
import { canWrite } from '#lib/can.ts'
import { wantComposer } from '#lib/composer-focus.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { CutName } from '#ui/cut-name.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/page-section.tsx'
import { Problem } from '#ui/states.tsx'
import css from './overview.module.css'

/** Tabs that are shown at first. */
const SHOWN = 6

interface RecentTabsProps {
  project: Project
  tabs: readonly Tab[]
  onChoose: (tab: number) => void
}

/** The tabs of the project, the last changed first. */
export function RecentTabs({ project, tabs, onChoose }: RecentTabsProps) {
  const { t } = useTranslation(['project-page', 'tabs'])
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const [all, setAll] = useState(false)
  const add = useAddTab(project.id)
  const { data: activity } = useActivity(project.id)
  const questions = new Map(activity?.questions.map((one) => [one.tabId, one]))
  const changed = ({ id, modified }: Tab) => {
    const asked = questions.get(id)?.asked ?? ''
    return asked > modified ? asked : modified
  }
  const sorted = tabs.toSorted((one, other) => changed(other).localeCompare(changed(one)))
  const open = (id: number) => {
    wantComposer(project.id)
    onChoose(id)
  }
  const begin = () => add.mutate(modelOf(project), { onSuccess: ({ id }) => open(id) })
  const action = canWrite(project) && (
    <Button kind="quiet" size="small" icon="plus" busy={add.isPending} onClick={begin}>
      {t('tabs:addTab')}
    </Button>
  )
  return (
    <Section title={t('tabs')} count={format.number(tabs.length)} action={action}>
      {add.error && <Problem>{errorMessage(add.error).sentence}</Problem>}
      {tabs.length === 0 && (
        <p className={css.none}>{canWrite(project) ? t('noTabs') : t('tabs:emptyTitle')}</p>
      )}
      <ul className={css.tabs}>
        {sorted.slice(0, all ? undefined : SHOWN).map((tab) => (
          <li key={tab.id}>
            <Row tab={tab} changed={changed(tab)} last={questions.get(tab.id)} onOpen={() => open(tab.id)} />
          </li>
        ))}
      </ul>
      {!all && tabs.length > SHOWN && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {t('tabs:allTabs', { count: tabs.length })}
        </Button>
      )}
    </Section>
  )
}

const modelOf = ({ defaultModelId, defaultModelTagId }: Project) => ({ defaultModelId, defaultModelTagId })

interface RowProps {
  tab: Tab
  changed: string
  last: LastQuestion | undefined
  onOpen: () => void
}

function Row({ tab, changed, last, onOpen }: RowProps) {
  const { t } = useTranslation(['project-page', 'projects'])
  const format = useFormat()
  const userId = useUserId()
  const { data: models } = useModels()
  const model = findModel(models, tab.defaultModelId)?.name
  const said = last ? t('projects:quoted', { text: last.question }) : tab.description
  // A tab of a comparison is named after its model.
  const line = [model === tab.name ? '' : model, said].filter(Boolean).join(' · ')
  const who = last?.askedBy?.id === userId ? t('you') : last?.askedBy?.name
  return (
    <button type="button" className={css.tab} onClick={onOpen}>
      <span className={css.mark}>
        <TabMark tab={tab} chosen={false} />
        <Icon name="message" />
      </span>
      <span className={css.what}>
        <b className={css.called}>
          <CutName name={tab.name} />
        </b>
        <span className="cut" dir="auto">
          {line}
        </span>
      </span>
      <span className={css.who}>{who}</span>
      <time dateTime={changed} title={format.full(changed)}>
        {format.moment(changed)}
      </time>
    </button>
  )
}
