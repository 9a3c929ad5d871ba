import type { SavedPrompt } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { DiffView } from '#ui/diff-view.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { useModels, findModel } from '#features/models/index.ts'
import { useStoredPrompt, useUpdatePrompt, useVersions } from '../api.ts'
import { useMarkEdited } from '../edited.ts'
import { useLabelComparison } from '#features/labels/index.ts'
import { useOutputName } from '../use-output-name.ts'
import { PromptForm } from './prompt-form.tsx'
import { sentOf, valuesOf, type PromptValues } from './values.ts'

interface EditPromptDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onClose: () => void
}

/** Edits a saved prompt. Keeps the input when saving fails. */
export function EditPromptDialog({ prompt, opened, onClose }: EditPromptDialogProps) {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const markEdited = useMarkEdited()
  const update = useUpdatePrompt()
  const edit = useEdit({
    thing: prompt,
    id: prompt.id,
    valuesOf,
    update,
    sent: (values, over) => ({ ...sentOf(values), id: over.id, ifModified: over.modified }),
    stored: useStoredPrompt(),
    onSaved: () => {
      markEdited(prompt.id)
      notices.show({ kind: 'done', title: t('updated') })
    },
    onClose,
  })
  const compare = useComparison()
  const isTextChanged = edit.values.prompt !== edit.base.prompt
  return (
    <EditDialog opened={opened} title={t('edit')} lead={t('editLead')} width={1024} height={640} edit={edit}>
      <PromptForm
        values={edit.values}
        onChange={edit.setValues}
        savedModel={prompt.model}
        verb={t('saveChanges')}
        change={{ isPending: edit.busy, error: edit.error }}
        on={{ submit: () => edit.save(), cancel: edit.close }}
      >
        <EditConflict edit={edit} compare={compare} />
        {isTextChanged ? (
          <FieldGroup label={t('yourChanges')}>
            <DiffView
              label={t('yourChanges')}
              before={edit.base.prompt}
              after={edit.values.prompt}
              same={t('sameText')}
            />
          </FieldGroup>
        ) : (
          <LastChange prompt={edit.base} opened={opened} />
        )}
      </PromptForm>
    </EditDialog>
  )
}

/** Shows how the text differs from the version before; nothing for a prompt with one version. */
function LastChange({ prompt, opened }: { prompt: SavedPrompt; opened: boolean }) {
  const { t } = useTranslation('prompts')
  const { data } = useVersions(prompt.id, opened && prompt.versions > 1)
  const before = data?.find(({ version }) => version === prompt.versions - 1) ?? data?.[1]
  if (!before) return null
  const label = t('sinceVersion', { version: before.version })
  return (
    <FieldGroup label={label}>
      <DiffView label={label} before={before.prompt} after={prompt.prompt} same={t('sameText')} />
    </FieldGroup>
  )
}

/** Compares a stored prompt with the form. */
function useComparison() {
  const { t } = useTranslation('prompts')
  const outputName = useOutputName()
  const { data: models } = useModels()
  const labels = useLabelComparison()
  return (stored: SavedPrompt, values: PromptValues) => {
    const theirs = valuesOf(stored)
    return [
      { label: t('titleField'), value: theirs.title, same: theirs.title === values.title },
      { label: t('prompt'), value: theirs.prompt, same: theirs.prompt === values.prompt },
      { label: t('comment'), value: theirs.comment, same: theirs.comment === values.comment },
      {
        label: t('output'),
        value: outputName(stored.promptOutput),
        same: theirs.outputFormId === values.outputFormId,
      },
      {
        label: t('model'),
        value: findModel(models, theirs.modelId)?.name ?? stored.model.name,
        same: theirs.modelId === values.modelId,
      },
      labels('categories', theirs, values),
      labels('tags', theirs, values),
    ]
  }
}
