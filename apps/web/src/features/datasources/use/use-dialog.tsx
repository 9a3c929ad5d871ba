import type { Datasource, Project, Tab } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { canWrite } from '../../../lib/can.ts'
import { useNotices } from '../../../lib/notices.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm, FormFoot } from '../../../ui/dialog.tsx'
import { FieldGroup } from '../../../ui/field.tsx'
import { RadioOption } from '../../../ui/radio-option.tsx'
import { Problem } from '../../../ui/states.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { useShownProject } from '../../projects/index.ts'
import { useTabs } from '../../tabs/index.ts'
import { ApplyFailed, useApply, type Target } from '../api.ts'
import { Info } from '../info.tsx'
import css from './use.module.css'

interface UseDialogProps {
  datasource: Datasource
  opened: boolean
  onClose: () => void
}

/** Applies a data source to the project of the page or to some of its tabs. */
export function UseDialog({ datasource, opened, onClose }: UseDialogProps) {
  const { t } = useTranslation(['datasources', 'ui'])
  const project = useShownProject()
  const { name } = datasource
  const [hasForm, setHasForm] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (opened !== wasOpened) setWasOpened(opened)
  // Once shown, the form stays with its ticks while a document is indexed again.
  const showsForm = isReady(datasource) || (hasForm && (wasOpened || !opened))
  if (opened && hasForm !== showsForm) setHasForm(showsForm)
  const obstacle = !project
    ? t('useDialog.elsewhere')
    : !canWrite(project)
      ? t('useDialog.readOnly')
      : showsForm
        ? undefined
        : t('useDialog.notReady')
  return (
    <Dialog
      opened={opened}
      title={t('use')}
      lead={t('useDialog.lead', { name })}
      width={480}
      onClose={onClose}
    >
      {obstacle !== undefined || !project ? (
        <>
          <DialogBody>
            <Info>{obstacle ?? ''}</Info>
          </DialogBody>
          <DialogFoot>
            <Button size="large" onClick={onClose} data-autofocus>
              {t('ui:close')}
            </Button>
          </DialogFoot>
        </>
      ) : (
        <UseForm datasource={datasource} project={project} onClose={onClose} />
      )}
    </Dialog>
  )
}

const isReady = ({ status }: Datasource): boolean => status === DATASOURCE_STATUS.ready

interface UseFormProps {
  datasource: Datasource
  project: Project
  onClose: () => void
}

function UseForm({ datasource, project, onClose }: UseFormProps) {
  const { t } = useTranslation('datasources')
  const { id } = datasource
  const choice = useChoice(project)
  const { mode, tabs, picked, chosen } = choice
  const { apply, submit } = useSubmit({ datasource, project, choice, onClose })
  const isMissing = mode === 'tabs' && chosen.length === 0
  const canApply = isReady(datasource) && !isMissing
  return (
    <DialogForm onSubmit={() => canApply && submit()}>
      <DialogBody>
        <Where mode={mode} project={project} hasTabs={tabs.length > 0} onChange={choice.setMode} />
        {mode === 'tabs' && (
          <TickList
            legend={t('useDialog.tabs')}
            rows={tabs.map((tab) => ({
              id: tab.id,
              text: tab.name,
              ...(tab.defaultDatasourceId === id ? { note: t('useDialog.current') } : {}),
            }))}
            ticked={picked}
            onToggle={(tab, on) => choice.setTicked(toggled(picked, tab, on))}
          />
        )}
        {apply.error && <Failure error={apply.error} />}
      </DialogBody>
      <FormFoot
        verb={t('useDialog.apply')}
        busy={apply.isPending}
        disabled={!canApply}
        hint={canApply ? undefined : t(isMissing ? 'useDialog.chooseTab' : 'useDialog.notReady')}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

/** Begins with the tab that the page shows. */
function useChoice(project: Project) {
  const { data: tabs = [] } = useTabs(project.id)
  const shown = useShownTab(tabs)
  const [chosenMode, setMode] = useState<'project' | 'tabs'>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>()
  const picked = ticked ?? new Set(shown === undefined ? [] : [shown])
  return {
    mode: chosenMode ?? (tabs.length > 0 ? 'tabs' : 'project'),
    tabs,
    picked,
    chosen: tabs.filter(({ id }) => picked.has(id)),
    setMode,
    setTicked,
  } as const
}

interface Submission extends UseFormProps {
  choice: ReturnType<typeof useChoice>
}

function useSubmit({ datasource: { id, name }, project, choice: { mode, chosen }, onClose }: Submission) {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const apply = useApply()
  const submit = () => {
    if (apply.isPending) return
    const target: Target = mode === 'project' ? { project } : { tabs: chosen }
    const title =
      mode === 'project'
        ? t('useDialog.usedInProject', { project: project.name, name })
        : t('useDialog.usedInTabs', { name, count: chosen.length })
    const onSuccess = () => {
      notices.show({ kind: 'done', title })
      onClose()
    }
    apply.mutate({ id, target }, { onSuccess })
  }
  return { apply, submit }
}

interface WhereProps {
  mode: 'project' | 'tabs'
  project: Project
  hasTabs: boolean
  onChange: (mode: 'project' | 'tabs') => void
}

function Where({ mode, project, hasTabs, onChange }: WhereProps) {
  const { t } = useTranslation('datasources')
  return (
    <FieldGroup label={t('useDialog.where')}>
      <div className={css.options} role="radiogroup" aria-label={t('useDialog.where')}>
        <RadioOption
          name="use-where"
          label={t('useDialog.tabs')}
          text={hasTabs ? t('useDialog.tabsText') : t('useDialog.noTabs')}
          disabled={!hasTabs}
          checked={mode === 'tabs'}
          onChange={() => onChange('tabs')}
        />
        <RadioOption
          name="use-where"
          label={t('useDialog.project')}
          text={t('useDialog.projectText', { name: project.name })}
          checked={mode === 'project'}
          onChange={() => onChange('project')}
        />
      </div>
    </FieldGroup>
  )
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const { sentence } = errorMessage(error instanceof ApplyFailed ? error.cause : error)
  const tab = error instanceof ApplyFailed ? error.tab : undefined
  return (
    <Problem>
      {tab ? t('useDialog.failedTab', { tab: tab.name, sentence }) : t('useDialog.failed', { sentence })}
    </Problem>
  )
}

/** Returns the tab that the page shows: the one in the address, else the first. */
function useShownTab(tabs: readonly Tab[]): number | undefined {
  const [params] = useSearchParams()
  const named = Number(params.get('tab'))
  return (tabs.find(({ id }) => id === named) ?? tabs[0])?.id
}

function toggled(ids: ReadonlySet<number>, id: number, on: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (on) next.add(id)
  else next.delete(id)
  return next
}
