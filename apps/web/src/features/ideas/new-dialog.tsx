import type { IdeaCategory } from '@polylogue/contract'
import { useMemo } from 'react'
import { useDraft } from '../../lib/drafts.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useUserId } from '../session/index.ts'
import { useCreateIdea } from './api.ts'
import { EMPTY_IDEA, IdeaForm, sentOf, type IdeaValues } from './form.tsx'

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
  const [draft, setDraft] = useDraft(`${useUserId()}.new-idea`)
  const values = useMemo(() => draftOf(draft), [draft])
  const end = (then: () => void) => {
    setDraft('')
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
        onChange={(changed) => setDraft(JSON.stringify(changed))}
        verb={t('save')}
        change={create}
        on={{ submit, cancel: close }}
      />
    </Dialog>
  )
}

function draftOf(draft: string): IdeaValues {
  if (draft === '') return EMPTY_IDEA
  try {
    return { ...EMPTY_IDEA, ...(JSON.parse(draft) as Partial<IdeaValues>) }
  } catch {
    return EMPTY_IDEA
  }
}
