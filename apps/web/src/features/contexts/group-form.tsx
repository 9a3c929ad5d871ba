import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { isConflict } from '#features/items/index.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import type { GroupValues } from './api.ts'

interface GroupFormProps {
  values: GroupValues
  onChange: (values: GroupValues) => void
  /** Label of the submit button. */
  verb: string
  /** The save mutation. */
  change: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  onCancel: () => void
  /** Further fields or notices. */
  children?: ReactNode
}

/** Form of a group. Keeps the input when saving fails. */
export function GroupForm({ values, onChange, verb, change, onSubmit, onCancel, children }: GroupFormProps) {
  const { t } = useTranslation('contexts')
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const issues = issuesOf(change.error)
  const named = values.name.trim() !== ''
  const submit = () => {
    setLeft(true)
    if (named && !change.isPending) onSubmit()
  }
  const set = (some: Partial<GroupValues>) => onChange({ ...values, ...some })
  const unplaced = change.error && !isConflict(change.error) && Object.keys(issues).length === 0
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <KindField type={values.contextTypeId} onChange={(contextTypeId) => set({ contextTypeId })} />
        <NameAndDescription
          values={values}
          labels={{ name: t('name'), description: t('description') }}
          errors={{ ...issues, ...(left && !named ? { name: t('nameMissing') } : {}) }}
          onChange={set}
          onLeave={() => values.name !== '' && setLeft(true)}
        />
        <ApprovalField needed={values.needsApproval} onChange={(needsApproval) => set({ needsApproval })} />
        {children}
        {change.error && unplaced && (
          <Problem>{t('saveFailed', { sentence: errorMessage(change.error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot verb={verb} busy={change.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}

function ApprovalField({ needed, onChange }: { needed: boolean; onChange: (needed: boolean) => void }) {
  const { t } = useTranslation('contexts')
  return (
    <FieldGroup label={t('approval')} hint={t('approvalHint')}>
      <Checkbox
        label={t('needsApproval')}
        checked={needed}
        onChange={({ target }) => onChange(target.checked)}
      />
    </FieldGroup>
  )
}

function KindField({ type, onChange }: { type: number; onChange: (type: number) => void }) {
  const { t } = useTranslation('contexts')
  const team = type === CONTEXT_TYPES.team
  return (
    <FieldGroup label={t('type')} hint={team ? t('teamText') : t('orgUnitText')}>
      <Segments
        label={t('type')}
        value={team ? 'team' : 'orgUnit'}
        options={[
          { value: 'orgUnit', label: t('kinds.orgUnit') },
          { value: 'team', label: t('kinds.team') },
        ]}
        onChange={(kind) => onChange(CONTEXT_TYPES[kind])}
      />
    </FieldGroup>
  )
}
