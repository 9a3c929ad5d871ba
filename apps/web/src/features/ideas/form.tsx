import type { Idea, IdeaCategory } from '@polylogue/contract'
import { IDEA_LIMITS, trimLineBreaks } from '@polylogue/contract/browser'
import type { ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import type { SentIdea } from './api.ts'
import { useCategoryName } from './use-category-name.ts'

export interface IdeaValues {
  prompt: string
  /** 0 while none is chosen. */
  categoryId: number
}

export const EMPTY_IDEA: IdeaValues = { prompt: '', categoryId: 0 }
export const valuesOf = ({ prompt, categoryId }: Idea): IdeaValues => ({ prompt, categoryId })
export const sentOf = ({ prompt, categoryId }: IdeaValues): SentIdea => ({
  prompt: trimLineBreaks(prompt),
  categoryId,
})

interface IdeaFormProps {
  values: IdeaValues
  categories: readonly IdeaCategory[]
  onChange: (values: IdeaValues) => void
  /** Label of the button. */
  verb: string
  change: { isPending: boolean; error: Error | null }
  on: { submit: () => void; cancel: () => void }
  /** Shown at the end of the form. */
  children?: ReactNode
}

/** Form fields of an idea. Keeps the input when saving fails. */
export function IdeaForm({ values, categories, onChange, verb, change, on, children }: IdeaFormProps) {
  const { t } = useTranslation('ideas')
  const errorMessage = useErrorMessage()
  const categoryName = useCategoryName()
  const { error, isPending } = change
  const issues = issuesOf(error)
  const missing = values.prompt.trim() === '' ? 'prompt' : values.categoryId === 0 ? 'category' : undefined
  return (
    <DialogForm onSubmit={() => missing === undefined && !isPending && on.submit()}>
      <DialogBody>
        <TextArea
          label={t('prompt')}
          needed
          error={issues['prompt']}
          rows={3}
          maxLength={IDEA_LIMITS.prompt}
          dir="auto"
          data-autofocus
          value={values.prompt}
          onChange={(event) => onChange({ ...values, prompt: event.target.value })}
        />
        <SelectField
          label={t('category')}
          placeholder={t('chooseCategory')}
          error={issues['categoryId']}
          value={String(values.categoryId)}
          options={categories.map((one) => ({ value: String(one.id), label: categoryName(one) }))}
          onChange={(id) => onChange({ ...values, categoryId: Number(id) })}
        />
        {children}
        {error && Object.keys(issues).length === 0 && (
          <Problem>{t('saveFailed', { sentence: errorMessage(error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot
        verb={verb}
        busy={isPending}
        disabled={missing !== undefined}
        hint={missing && t(`missing.${missing}`)}
        onCancel={on.cancel}
      />
    </DialogForm>
  )
}
