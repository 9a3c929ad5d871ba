import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { MediaPicture } from './media-picture.tsx'
import { isPicture, MediaSign } from './media-sign.tsx'
import type { Medium } from './medium.ts'
import css from './media-viewer.module.css'
import { saveBlob } from './media-save.ts'

interface MediaViewerDialogProps {
  opened: boolean
  media: readonly Medium[]
  index: number
  onMove: (index: number) => void
  onClose: () => void
}

/** The dialog of `useMediaViewer`. */
export function MediaViewerDialog({ opened, media, index, onMove, onClose }: MediaViewerDialogProps) {
  const { t } = useTranslation('media-viewer')
  const medium = media[index]
  useCloseWithPage(opened, onClose)
  const move = (by: number) => {
    const next = index + by
    if (next >= 0 && next < media.length) onMove(next)
  }
  useArrows(opened, move)
  return (
    <Dialog opened={opened} title={medium?.name ?? ''} width={960} onClose={onClose}>
      {medium && <Shown key={index} medium={medium} />}
      <DialogFoot
        hint={
          media.length > 1 && (
            <span className={css.pager}>
              <IconButton
                icon="chevron-left"
                label={t('previous')}
                aria-disabled={index === 0 || undefined}
                onClick={() => move(-1)}
              />
              <span className="num" role="status">
                {t('place', { number: index + 1, count: media.length })}
              </span>
              <IconButton
                icon="chevron-right"
                label={t('next')}
                aria-disabled={index === media.length - 1 || undefined}
                onClick={() => move(1)}
              />
            </span>
          )
        }
      >
        <Button size="large" onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
        {medium && <Download key={index} medium={medium} />}
      </DialogFoot>
    </Dialog>
  )
}

type Loaded = { blob: Blob } | 'loading' | 'failed'

function useLoaded(medium: Medium): { loaded: Loaded; fail: () => void } {
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const load = useEffectEvent(() => medium.load())
  useEffect(() => {
    let gone = false
    load().then(
      (blob) => !gone && setLoaded({ blob }),
      () => !gone && setLoaded('failed'),
    )
    return () => {
      gone = true
    }
  }, [])
  return { loaded, fail: () => setLoaded('failed') }
}

function Shown({ medium }: { medium: Medium }) {
  const { t } = useTranslation('media-viewer')
  const format = useFormat()
  const { loaded, fail } = useLoaded(medium)
  if (loaded === 'failed')
    return (
      <div className={css.stage} role="alert">
        <Icon name="cancel" size={20} />
        <p>{t('failed')}</p>
      </div>
    )
  if (isPicture(medium.type))
    return (
      <div className={css.stage} aria-busy={loaded === 'loading'}>
        {loaded !== 'loading' && (
          <MediaPicture blob={loaded.blob} alt={medium.name} className={css.picture} onFail={fail} />
        )}
      </div>
    )
  return (
    <div className={css.stage}>
      <div className={css.file}>
        <MediaSign type={medium.type} />
        <p className="num">{format.size(medium.size)}</p>
        <p>{t('noPreview')}</p>
      </div>
    </div>
  )
}

function Download({ medium }: { medium: Medium }) {
  const { t } = useTranslation('media-viewer')
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const download = async () => {
    setState('busy')
    try {
      saveBlob(await medium.load(), medium.name)
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button size="large" kind="fill" busy={state === 'busy'} onClick={() => void download()}>
        {t('download')}
      </Button>
      <span className="sr" role="alert">
        {state === 'failed' ? t('failed') : ''}
      </span>
    </>
  )
}

/** Closes it on navigation, like every dialog. */
function useCloseWithPage(opened: boolean, onClose: () => void): void {
  const { key } = useLocation()
  const openedAt = useRef(key)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) openedAt.current = key
    else if (openedAt.current !== key) close()
  }, [opened, key])
}

function useArrows(opened: boolean, move: (by: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    move(event.key === forward ? 1 : -1)
  })
  useEffect(() => {
    if (!opened) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [opened])
}
