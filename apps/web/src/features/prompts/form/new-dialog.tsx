import { useMemo } from 'react'
import { useDraft } from '../../../lib/drafts.ts'
import { useNotices } from '../../../lib/notices.ts'
import { promptDraftKey } from '../../../lib/prompt-draft.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useUserId } from '../../session/index.ts'
import { useCreatePrompt } from '../api.ts'
import { markEdited } from '../edited.ts'
import { PromptForm } from './prompt-form.tsx'
import { draftOf, isTyped, sentOf } from './values.ts'

/** Saves a prompt. Its text survives a reload; it can be shared afterwards. */
export function NewPromptDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const create = useCreatePrompt()
  const [draft, setDraft] = useDraft(promptDraftKey(useUserId()))
  const values = useMemo(() => draftOf(draft), [draft])
  const close = () => {
    setDraft('')
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
        onChange={(changed) => setDraft(JSON.stringify(changed))}
        verb={t('save')}
        change={create}
        on={{ submit, cancel: close }}
      />
    </Dialog>
  )
}
