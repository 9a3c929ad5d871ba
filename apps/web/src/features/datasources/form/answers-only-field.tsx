import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'

interface AnswersOnlyFieldProps {
  checked: boolean
  /** With write access only: shown, but not changed. */
  locked: boolean
  onChange: (checked: boolean) => void
}

/** Whether only the documents may answer, or also what the model knows. */
export function AnswersOnlyField({ checked, locked, onChange }: AnswersOnlyFieldProps) {
  const { t } = useTranslation('datasources')
  return (
    <FieldGroup label={t('form.answersOnly')} hint={t('form.answersOnlyHint')}>
      <Switch
        label={t(checked ? 'form.on' : 'form.off')}
        aria-label={t('form.answersOnly')}
        checked={checked}
        disabled={locked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </FieldGroup>
  )
}
