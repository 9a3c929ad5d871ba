import type { Tab } from '@polylogue/contract'
import { SUPERUSER } from '@polylogue/contract/browser'
import { useConfig } from '#lib/config.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { useViewer } from '#features/session/index.ts'
import { ENDS, type Chosen, type End } from './chosen.ts'
import { FileChoice } from './file-choice.tsx'
import css from './shares.module.css'

interface ShareFormProps {
  /** All tabs of the project, and the one that a link can show alone. */
  tabs: readonly Pick<Tab, 'id' | 'name'>[]
  tab: Pick<Tab, 'id' | 'name'> | undefined
  /** Whether the whole project can be shared, too. */
  offersProject: boolean
  chosen: Chosen
  onChange: (some: Partial<Chosen>) => void
  /** Changes an existing link, whose end can stay. */
  isExisting: boolean
  verb: string
  change: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  onCancel: () => void
}

const PARTS = ['names', 'reasoning', 'passages'] as const

/** What a link shows, to whom and for how long. Keeps the choices when saving fails. */
export function ShareForm(props: ShareFormProps) {
  const { tabs, tab, offersProject, chosen, onChange, isExisting, verb, change, onSubmit, onCancel } = props
  const { t } = useTranslation('shares')
  const errorMessage = useErrorMessage()
  return (
    <DialogForm onSubmit={() => !change.isPending && onSubmit()}>
      <DialogBody>
        {offersProject && tab && (
          <FieldGroup label={t('what')}>
            <Choice
              label={t('what')}
              value={chosen.what}
              options={[
                { value: 'tab', label: t('tab', { name: tab.name }), text: t('tabText') },
                { value: 'project', label: t('project'), text: t('projectText', { count: tabs.length }) },
              ]}
              onChange={(what) => onChange({ what, files: [] })}
            />
          </FieldGroup>
        )}
        <FieldGroup label={t('content')}>
          <Choice
            label={t('content')}
            value={chosen.goesOn ? 'goesOn' : 'asNow'}
            options={[
              { value: 'asNow', label: t('asNow'), text: t('asNowText') },
              { value: 'goesOn', label: t('goesOn'), text: t('goesOnText') },
            ]}
            onChange={(next) => onChange({ goesOn: next === 'goesOn' })}
          />
        </FieldGroup>
        <FieldGroup label={t('alsoShow')} hint={t('alsoShowHint')}>
          <div className={css.parts}>
            {PARTS.map((part) => (
              <Checkbox
                key={part}
                label={t(`parts.${part}`)}
                checked={chosen[part]}
                onChange={(event) => onChange({ [part]: event.target.checked })}
              />
            ))}
            <FileChoice
              key={chosen.what}
              tabIds={chosen.what === 'tab' && tab ? [tab.id] : tabs.map(({ id }) => id)}
              chosen={chosen.files}
              onChange={(files) => onChange({ files })}
            />
          </div>
        </FieldGroup>
        <Audience chosen={chosen} onChange={onChange} />
        <Ends chosen={chosen} isExisting={isExisting} onChange={onChange} />
        {change.error && (
          <Problem>{t('notSaved', { sentence: errorMessage(change.error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot verb={verb} icon="link" busy={change.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string; text: string; disabled?: boolean }[]
  onChange: (value: V) => void
}

function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  return (
    <div role="radiogroup" aria-label={label} className={css.choice}>
      {options.map((option) => (
        <RadioOption
          key={option.value}
          name={label}
          label={option.label}
          text={option.text}
          checked={option.value === value}
          disabled={option.disabled}
          onChange={() => onChange(option.value)}
        />
      ))}
    </div>
  )
}

type PartProps = Pick<ShareFormProps, 'chosen' | 'onChange'>

function Audience({ chosen, onChange }: PartProps) {
  const { t } = useTranslation('shares')
  const { httpShareEnabled } = useConfig()
  const isSuperuser = useViewer().data?.roleId === SUPERUSER
  return (
    <FieldGroup label={t('audience')}>
      <Choice
        label={t('audience')}
        value={chosen.audience}
        options={[
          { value: 'people', label: t('audiences.people'), text: t('audiences.peopleText') },
          {
            value: 'anybody',
            label: t('audiences.anybody'),
            text: httpShareEnabled ? t('audiences.anybodyText') : t('audiences.off'),
            disabled: !httpShareEnabled,
          },
        ]}
        onChange={(audience) => onChange({ audience })}
      />
      {!httpShareEnabled && isSuperuser && (
        <LinkButton kind="quiet" size="small" to="/admin/configuration">
          {t('audiences.allow')}
        </LinkButton>
      )}
    </FieldGroup>
  )
}

function Ends({ chosen, isExisting, onChange }: PartProps & Pick<ShareFormProps, 'isExisting'>) {
  const { t } = useTranslation('shares')
  const ends: readonly Chosen['end'][] = isExisting ? ['kept', ...ENDS] : ENDS
  return (
    <SelectField
      label={t('end')}
      hint={chosen.end === 'never' ? t('neverHint') : undefined}
      value={chosen.end}
      options={ends.map((value) => ({ value, label: t(`ends.${value}`) }))}
      onChange={(end) => onChange({ end: end as End })}
    />
  )
}
