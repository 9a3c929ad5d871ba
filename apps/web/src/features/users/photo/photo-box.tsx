import { PICTURE_LIMIT } from '@polylogue/contract/browser'
import { useRef, useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { Seen } from '../use-user.ts'
import { isPhotoType, openPicture, PHOTO_ACCEPT } from './photo.ts'
import css from './photo-box.module.css'
import { useSetPicture } from './set-picture.ts'
import { UserAvatar } from './user-avatar.tsx'

const PhotoDialog = lazyDialog(async () => (await import('./photo-dialog.tsx')).PhotoDialog)

/** The user's own photo: choose, crop, remove. */
export function PhotoBox({ user }: { user: Seen }) {
  const { t } = useTranslation('users')
  const input = useRef<HTMLInputElement>(null)
  const { file, choose, forget } = useChosenPhoto()
  const [opened, setOpened] = useState(false)
  const { remove, busy } = useRemoval(user.id)
  const close = () => {
    setOpened(false)
    forget()
  }
  return (
    <div className={css.box}>
      <UserAvatar person={user} size={160} />
      <div className={css.buttons}>
        <Button icon="camera" onClick={() => input.current?.click()}>
          {user.picture === null ? t('photo.choose') : t('photo.change')}
        </Button>
        {user.picture !== null && (
          <Button kind="quiet" busy={busy} onClick={remove}>
            {t('photo.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={PHOTO_ACCEPT}
        className="sr"
        tabIndex={-1}
        aria-label={t('photo.choose')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          // Resets the input, so that the same file can be chosen again.
          event.target.value = ''
          if (chosen) void choose(chosen).then((good) => setOpened(good))
        }}
      />
      <PhotoDialog opened={opened} userId={user.id} file={file} onClose={close} />
    </div>
  )
}

function useChosenPhoto() {
  const { t } = useTranslation('users')
  const notices = useNotices()
  const format = useFormat()
  const [file, setFile] = useState<{ name: string; address: string } | null>(null)
  const forget = () => {
    if (file) URL.revokeObjectURL(file.address)
    setFile(null)
  }
  const refuse = (title: string, text?: string) => {
    notices.show({ kind: 'failure', title, ...(text ? { text } : {}) })
    return false
  }
  const choose = async (chosen: File): Promise<boolean> => {
    if (!isPhotoType(chosen.type)) return refuse(t('photo.wrongType'))
    // The limit applies to the file itself, even though the cropped photo is smaller (decision 20).
    if (chosen.size >= PICTURE_LIMIT)
      return refuse(
        t('photo.tooLarge', { limit: PICTURE_LIMIT / 1000 }),
        t('photo.size', { size: format.size(chosen.size) }),
      )
    const address = URL.createObjectURL(chosen)
    try {
      await openPicture(address)
    } catch {
      URL.revokeObjectURL(address)
      return refuse(t('photo.unreadable'))
    }
    setFile({ name: chosen.name, address })
    return true
  }
  return { file, choose, forget }
}

function useRemoval(userId: number) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const set = useSetPicture(userId)
  const remove = () =>
    set.mutate(null, {
      onError: (error) =>
        notices.show({ kind: 'failure', title: t('photo.removeFailed'), text: errorMessage(error).sentence }),
    })
  return { remove, busy: set.isPending }
}
