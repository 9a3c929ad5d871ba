import type { Announcement } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useCreateAnnouncement, useUpdateAnnouncement } from '../api.ts'
import { draftOf, emptyDraft, wordsOf, wrongIn, type Draft, type Wrong } from './draft.ts'
import { AnnouncementFields } from './form.tsx'

interface AnnouncementDialogProps {
  /** Undefined for a new one. */
  stored: Announcement | undefined
  opened: boolean
  onClose: () => void
}

/** Writes an announcement, or changes one. */
export function AnnouncementDialog({ stored, opened, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation('announcements')
  const notices = useNotices()
  const [create, update] = [useCreateAnnouncement(), useUpdateAnnouncement()]
  const [typed, setTyped] = useState<Draft | undefined>(undefined)
  const [begun] = useState(() => emptyDraft(new Date()))
  const [wrong, setWrong] = useState<Wrong>({})
  const kept = stored ? draftOf(stored) : begun
  const draft = typed ?? kept
  const close = () => {
    setTyped(undefined)
    setWrong({})
    create.reset()
    update.reset()
    onClose()
  }
  const onSuccess = () => {
    notices.show({ kind: 'done', title: t(stored ? 'saved' : 'announced') })
    close()
  }
  const submit = () => {
    const found = wrongIn(draft, new Date(), stored)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    const words = wordsOf(draft, stored)
    if (stored) update.mutate({ id: stored.id, ifModified: stored.modified, ...words }, { onSuccess })
    else {
      const groupContextId = draft.to === 'group' ? (draft.group?.id ?? null) : null
      const ends = words.ends ?? new Date(draft.ends).toISOString()
      create.mutate({ ...words, ends, form: draft.form, groupContextId }, { onSuccess })
    }
  }
  return (
    <Dialog
      opened={opened}
      title={t(stored ? 'editTitle' : 'newTitle')}
      width={640}
      dirty={JSON.stringify(draft) !== JSON.stringify(kept)}
      onClose={close}
    >
      <AnnouncementFields
        draft={draft}
        stored={stored}
        wrong={wrong}
        change={stored ? update : create}
        onChange={(some) => {
          setWrong({})
          setTyped({ ...draft, ...some })
        }}
        onSubmit={submit}
        onCancel={close}
      />
    </Dialog>
  )
}
