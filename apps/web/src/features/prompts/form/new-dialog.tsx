import { useFormDraft } from '#lib/form-draft.ts'
import { useNotices } from '#lib/notices.ts'
import { promptDraftKey } from '#lib/prompt-draft.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUserId } from '#features/session/index.ts'
import { useCreatePrompt } from '../api.ts'
import { useMarkEdited } from '../edited.ts'
import { PromptForm } from './prompt-form.tsx'
import { EMPTY_PROMPT, isTyped, sentOf } from './values.ts'

/** Saves a prompt. Its text survives a reload; it can be shared afterwards. */
export function NewPromptDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const markEdited = useMarkEdited()
  const create = useCreatePrompt()
  const [values, setValues, clearDraft] = useFormDraft(promptDraftKey(useUserId()), EMPTY_PROMPT)
  const close = () => {
    clearDraft()
    create.reset()
    onClose()
  }
  const submit = () =>
    create.mutate(sentOf(values), {
      onSuccess: ({ id }) => {
        markEdited(id)
        notices.show({ kind: 'done', title: t('saved') })
        close()
      },
    })
  return (
    <Dialog
      opened={opened}
      title={t('new')}
      lead={t('newLead')}
      width={1024}
      height={640}
      dirty={isTyped(values)}
      onClose={close}
    >
      <PromptForm
        values={values}
        onChange={setValues}
        verb={t('save')}
        change={create}
        on={{ submit, cancel: close }}
      />
    </Dialog>
  )
}
