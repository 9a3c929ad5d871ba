import { useState, type ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import { DefaultModelField } from '#features/models/index.ts'
import { CHAT_TYPE, PROJECT_TYPE, type ProjectValues } from '../api.ts'

interface ProjectFormProps {
  values: ProjectValues
  onChange: (values: ProjectValues) => void
  /** Label of the button. */
  verb: string
  busy: boolean
  error: Error | null
  onSubmit: () => void
  onCancel: () => void
  /** Whether the type can be changed: shared projects stay projects, and only users who manage it can change it. */
  kind?: 'free' | 'kept' | 'hidden'
  /** Shown at the end of the form. */
  children?: ReactNode
}

/** Form fields of a project. Keeps the input when saving fails. */
export function ProjectForm({ values, onChange, verb, busy, error, ...rest }: ProjectFormProps) {
  const { onSubmit, onCancel, kind = 'free', children } = rest
  const { t } = useTranslation('projects')
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const issues = issuesOf(error)
  const named = values.name.trim() !== ''
  const submit = () => {
    setLeft(true)
    if (named && !busy) onSubmit()
  }
  const set = (change: Partial<ProjectValues>) => onChange({ ...values, ...change })
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <NameAndDescription
          values={values}
          labels={{ name: t('name'), description: t('description') }}
          errors={{ ...issues, ...(left && !named ? { name: t('nameMissing') } : {}) }}
          onChange={set}
          onLeave={() => values.name !== '' && setLeft(true)}
        />
        <KindField kind={kind} type={values.type} onChange={(type) => set({ type })} />
        <DefaultModelField value={values} error={issues['defaultModelTagId']} onChange={set} />
        {error && Object.keys(issues).length === 0 && <Problem>{errorMessage(error).sentence}</Problem>}
        {children}
      </DialogBody>
      <FormFoot verb={verb} busy={busy} onCancel={onCancel} />
    </DialogForm>
  )
}

interface KindFieldProps {
  kind: NonNullable<ProjectFormProps['kind']>
  type: number
  onChange: (type: number) => void
}

function KindField({ kind: change, type, onChange }: KindFieldProps) {
  const { t } = useTranslation('projects')
  if (change === 'hidden') return null
  if (change === 'kept')
    return (
      <FieldGroup label={t('kind')} hint={t('keptProject')}>
        <p>{t('project')}</p>
      </FieldGroup>
    )
  const chat = type === CHAT_TYPE
  return (
    <FieldGroup label={t('kind')} hint={chat ? t('chatText') : t('projectText')}>
      <Segments
        label={t('kind')}
        value={chat ? 'chat' : 'project'}
        options={[
          { value: 'chat', label: t('chat') },
          { value: 'project', label: t('project') },
        ]}
        onChange={(kind) => onChange(kind === 'chat' ? CHAT_TYPE : PROJECT_TYPE)}
      />
    </FieldGroup>
  )
}
