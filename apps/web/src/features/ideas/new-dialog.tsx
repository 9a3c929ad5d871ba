import type { IdeaCategory } from '@polylogue/contract'
import { useFormDraft } from '#lib/form-draft.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUserId } from '#features/session/index.ts'
import { useCreateIdea } from './api.ts'
import { EMPTY_IDEA, IdeaForm, sentOf } from './form.tsx'

interface NewIdeaDialogProps {
  opened: boolean
  categories: readonly IdeaCategory[]
  onClose: () => void
  /** Called instead of `onClose` when the idea is stored. */
  onCreated: () => void
}

/** Creates an idea. Its text survives a reload. */
export function NewIdeaDialog({ opened, categories, onClose, onCreated }: NewIdeaDialogProps) {
  const { t } = useTranslation('ideas')
  const notices = useNotices()
  const create = useCreateIdea()
  const [values, setValues, clearDraft] = useFormDraft(`${useUserId()}.new-idea`, EMPTY_IDEA)
  const end = (then: () => void) => {
    clearDraft()
    create.reset()
    then()
  }
  const close = () => end(onClose)
  const submit = () =>
    create.mutate(sentOf(values), {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('created') })
        end(onCreated)
      },
    })
  return (
    <Dialog
      opened={opened}
      title={t('new')}
      lead={t('newLead')}
      dirty={values.prompt.trim() !== ''}
      onClose={close}
    >
      <IdeaForm
        values={values}
        categories={categories}
        onChange={setValues}
        verb={t('save')}
        change={create}
        on={{ submit, cancel: close }}
      />
    </Dialog>
  )
}
