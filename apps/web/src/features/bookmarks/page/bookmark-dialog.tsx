import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { MOST_TITLE, MOST_URI, storedUri, withBookmark, withChanged } from '../bookmarks.ts'
import type { Bookmark } from '../stored-bookmarks.ts'
import { useChangeBookmarks } from '../use-bookmarks.ts'

interface BookmarkDialogProps {
  /** The bookmark to edit; null adds one. */
  bookmark: Bookmark | null
  list: readonly Bookmark[]
  opened: boolean
  onClose: () => void
}

/** Adds a bookmark, or changes title and address of one. */
export function BookmarkDialog({ bookmark, list, opened, onClose }: BookmarkDialogProps) {
  const { t } = useTranslation('bookmarks')
  const change = useChangeBookmarks()
  const kept = { title: bookmark?.title ?? '', uri: bookmark?.uri ?? '' }
  const [typed, setTyped] = useState<Bookmark | null>(null)
  const [isSent, setSent] = useState(false)
  const values = typed ?? kept
  const uri = storedUri(values.uri, location.origin)
  const taken = list.find((one) => one.uri === uri && one.uri !== bookmark?.uri)
  const close = () => {
    setTyped(null)
    setSent(false)
    onClose()
  }
  const submit = () => {
    setSent(true)
    if (uri === undefined || values.uri.trim() === '' || taken) return
    const next = { title: values.title.trim() || uri, uri }
    const done = change((stored) =>
      bookmark ? withChanged(stored, bookmark.uri, next) : withBookmark(stored, next),
    )
    if (done) close()
  }
  const error =
    isSent && (uri === undefined || values.uri.trim() === '')
      ? t('addressWrong')
      : taken && t('addressTaken', { title: taken.title })
  return (
    <Dialog
      opened={opened}
      title={bookmark ? t('editTitle') : t('addTitle')}
      width={560}
      dirty={values.title !== kept.title || values.uri !== kept.uri}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <TextField
            label={t('name')}
            maxLength={MOST_TITLE}
            data-autofocus
            value={values.title}
            onChange={(event) => setTyped({ ...values, title: event.target.value })}
          />
          <TextField
            label={t('address')}
            hint={t('addressHint')}
            error={error}
            maxLength={MOST_URI}
            dir="ltr"
            value={values.uri}
            onChange={(event) => setTyped({ ...values, uri: event.target.value })}
          />
        </DialogBody>
        <FormFoot verb={bookmark ? t('editVerb') : t('addVerb')} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}
