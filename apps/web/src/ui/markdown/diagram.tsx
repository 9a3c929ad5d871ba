import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody } from '../dialog.tsx'
import { IconButton } from '../icon-button.tsx'
import { scrollBox } from '../scroll-box.ts'
import { Problem } from '../states.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './diagram.module.css'
import { DIAGRAM_MS, drawDiagram, type Drawn } from './draw-diagram.ts'
import shared from './markdown.module.css'

interface DiagramProps {
  code: string
  /** Number of requests; a new number retries. */
  attempt: number
  onClose: () => void
  /** The code block, shown while there is no diagram. */
  children: ReactNode
}

/** Shows a diagram as a picture, so that its code cannot act in this page. */
export function Diagram({ code, attempt, onClose, children }: DiagramProps) {
  const { t } = useTranslation('markdown')
  const drawn = useDrawn(code, attempt)
  if (drawn && 'address' in drawn) return <Picture address={drawn.address} code={code} onClose={onClose} />
  return (
    <div className={css.pending}>
      {children}
      {drawn ? (
        <Failure drawn={drawn} />
      ) : (
        <p className={css.busy} role="status">
          {t('drawing')}
        </p>
      )}
    </div>
  )
}

type Failed = Exclude<Drawn, { svg: string }>

function Failure({ drawn }: { drawn: Failed }) {
  const { t } = useTranslation('markdown')
  switch (drawn.failure) {
    case 'wrong':
      return <Problem>{t('diagramFailed', { reason: sentence(drawn.reason) })}</Problem>
    case 'slow':
      return <Problem>{t('diagramTooSlow', { seconds: DIAGRAM_MS / 1_000 })}</Problem>
    case 'unavailable':
      return <Problem>{t('diagramUnavailable')}</Problem>
  }
}

const sentence = (reason: string): string => {
  const line = reason.split('\n', 1)[0]?.trim() ?? ''
  return line === '' || /[.:!?…]$/.test(line) ? line.replace(/:$/, '.') : `${line}.`
}

/** Returns the picture's object URL in the theme's colours, valid while shown; undefined while it is drawn. */
function useDrawn(code: string, attempt: number): Failed | { address: string } | undefined {
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const [last, setLast] = useState<{ attempt: number; drawn: Failed | { address: string } } | undefined>(
    undefined,
  )
  useEffect(() => {
    const control = new AbortController()
    let address = ''
    void drawDiagram(code, dark, control.signal).then((drawn) => {
      if (control.signal.aborted) return
      if ('svg' in drawn) address = URL.createObjectURL(new Blob([drawn.svg], { type: 'image/svg+xml' }))
      setLast({ attempt, drawn: 'svg' in drawn ? { address } : drawn })
    })
    return () => {
      control.abort()
      URL.revokeObjectURL(address)
    }
  }, [code, dark, attempt])
  return last?.attempt === attempt ? last.drawn : undefined
}

interface PictureProps {
  address: string
  code: string
  onClose: () => void
}

function Picture({ address, code, onClose }: PictureProps) {
  const { t } = useTranslation('markdown')
  const [large, setLarge] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that requested it was removed with the code.
    if (document.activeElement === document.body) back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <figure className={shared.code}>
      <div className={shared.codeHead} data-no-text>
        <span className="cut">{t('diagram')}</span>
        <span className="sp" />
        <IconButton ref={back} icon="code" label={t('showCode')} onClick={onClose} />
        <IconButton icon="zoom-in" label={t('enlarge')} onClick={() => setLarge(true)} />
        <IconButton icon="download" label={t('saveDiagram')} onClick={() => save(address)} />
        <CopyButton label={t('copyCode')} text={() => code} />
      </div>
      <div className={css.box} {...scrollBox(t('diagram'))}>
        <img src={address} alt={t('diagram')} className={css.picture} />
      </div>
      <Dialog opened={large} title={t('diagram')} width={1200} onClose={() => setLarge(false)}>
        <DialogBody>
          <div className={css.large} {...scrollBox(t('diagram'))}>
            <img src={address} alt={t('diagram')} />
          </div>
        </DialogBody>
      </Dialog>
    </figure>
  )
}

function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = 'diagram.svg'
  link.click()
}
