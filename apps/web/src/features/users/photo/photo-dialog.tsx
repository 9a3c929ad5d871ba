import 'react-easy-crop/react-easy-crop.css'
import { PICTURE_LIMIT } from '@polylogue/contract/browser'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { cutPhoto, openPicture, type CropArea } from './photo.ts'
import css from './photo-dialog.module.css'
import { useSetPicture } from './set-picture.ts'

interface PhotoDialogProps {
  opened: boolean
  userId: number
  /** Object URL of the chosen file. */
  file: { name: string; address: string } | null
  onClose: () => void
}

const MAX_ZOOM = 4

/** Crops the photo to the visible part and stores it. */
export function PhotoDialog({ opened, userId, file, onClose }: PhotoDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const [area, setArea] = useState<CropArea | null>(null)
  const { save, busy, sentence } = useSave(userId, onClose)
  return (
    <Dialog
      opened={opened}
      title={t('photo.cutTitle')}
      lead={t('photo.cutLead')}
      width={480}
      onClose={onClose}
    >
      <DialogBody>
        {file && <Stage key={file.address} address={file.address} onCut={setArea} />}
        {sentence && <Problem>{sentence}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button
          size="large"
          kind="fill"
          busy={busy}
          disabled={!area}
          onClick={() => file && area && void save(file, area)}
        >
          {t('photo.set')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The photo behind a round mask: drag, move with arrow keys, zoom. */
function Stage({ address, onCut }: { address: string; onCut: (area: CropArea) => void }) {
  const { t } = useTranslation('users')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={css.stage}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t('photo.stage') }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onCut(pixels)}
        />
      </div>
      <label className={css.zoom}>
        <span>{t('photo.zoom')}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  )
}

function useSave(userId: number, onDone: () => void) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const set = useSetPicture(userId)
  const [failed, setFailed] = useState<'tooLarge' | 'unreadable'>()
  const save = async (file: { name: string; address: string }, area: CropArea) => {
    setFailed(undefined)
    try {
      const blob = await cutPhoto(await openPicture(file.address), area)
      if (!blob) return setFailed('tooLarge')
      const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
      set.mutate({ name, blob }, { onSuccess: onDone })
    } catch {
      setFailed('unreadable')
    }
  }
  const tooLarge = t('photo.tooLarge', { limit: PICTURE_LIMIT / 1000 })
  const own = failed && (failed === 'tooLarge' ? tooLarge : t('photo.unreadable'))
  return {
    save,
    busy: set.isPending,
    sentence: own ?? (set.error ? errorMessage(set.error).sentence : undefined),
  }
}
