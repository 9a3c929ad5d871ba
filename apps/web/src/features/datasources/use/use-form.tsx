import type { Datasource, Project, Tab } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { Problem } from '#ui/states.tsx'
import { TickList } from '#ui/tick-list.tsx'
import { inWordsOf, PlaceField } from '#features/projects/index.ts'
import { ApplyFailed } from '../api.ts'
import { Info } from '../info.tsx'
import { isSearchable } from '../ready.ts'
import { AmountField } from './amount-field.tsx'
import { useChoice, type Choice } from './use-choice.ts'
import { useSubmit } from './use-submit.ts'
import css from './use.module.css'

interface UseFormProps {
  datasource: Datasource
  /** The project of the page, if the user can write in it; without one, the user chooses a new chat or a project. */
  here: Project | undefined
  /** Why it cannot be used in the project of the page. */
  note: string | undefined
  onDone: () => void
  onCancel: () => void
}

/** Selects what uses a data source: tabs or new tabs of a project, or a new chat. */
export function UseForm({ datasource, here, note, onDone, onCancel }: UseFormProps) {
  const { t } = useTranslation('datasources')
  const choice = useChoice(datasource.id, here)
  const { submit, isPending, error } = useSubmit({ datasource, here, choice, onDone })
  const missing = missingOf(datasource, choice)
  return (
    <DialogForm onSubmit={() => missing === undefined && submit()}>
      <DialogBody>
        {note && <Info>{note}</Info>}
        {!here && (
          <PlaceField
            texts={{ chat: t('useDialog.chatText'), project: t('useDialog.otherText') }}
            value={choice.place}
            onChange={choice.setPlace}
          />
        )}
        {choice.project && <InProject id={datasource.id} project={choice.project} choice={choice} />}
        <AmountField value={choice.amount} onChange={choice.setAmount} />
        {error && <Failure error={error} />}
      </DialogBody>
      <FormFoot
        verb={t(choice.isNewChat ? 'useDialog.newChat' : 'useDialog.apply')}
        busy={isPending}
        disabled={missing !== undefined}
        hint={missing && t(`useDialog.${missing}`)}
        onCancel={onCancel}
      />
    </DialogForm>
  )
}

type Missing = 'notReady' | 'chooseProject' | 'chooseTab'

function missingOf(
  datasource: Datasource,
  { isNewChat, project, mode, chosen }: Choice,
): Missing | undefined {
  if (!isSearchable(datasource)) return 'notReady'
  if (isNewChat) return undefined
  if (!project) return 'chooseProject'
  return mode === 'tabs' && chosen.length === 0 ? 'chooseTab' : undefined
}

interface InProjectProps {
  /** Id of the data source. */
  id: number
  project: Project
  choice: Choice
}

function InProject({ id, project, choice }: InProjectProps) {
  const { t } = useTranslation('datasources')
  const { mode, tabs, picked } = choice
  return (
    <>
      <Where mode={mode} project={project} hasTabs={tabs.length > 0} onChange={choice.setMode} />
      {mode === 'tabs' && (
        <TickList
          legend={t('useDialog.tabs')}
          rows={tabs.map((tab: Tab) => ({
            id: tab.id,
            text: tab.name,
            ...(tab.defaultDatasourceId === id ? { note: t('useDialog.current') } : {}),
          }))}
          ticked={picked}
          onToggle={(tab, on) => choice.setTicked(toggled(picked, tab, on))}
        />
      )}
    </>
  )
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
          label={t('useDialog.project', inWordsOf(project))}
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

function toggled(ids: ReadonlySet<number>, id: number, on: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (on) next.add(id)
  else next.delete(id)
  return next
}
