// What is recognised of the files of the draft, and the choices that a person has.
import { useEffect, useEffectEvent } from 'react'
import { useStoredErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FileName } from '#ui/file-name.tsx'
import { isScannable } from './attachments.ts'
import css from './scans.module.css'
import type { Recognition } from './recognize.ts'
import type { Files } from './use-files.ts'

interface ScansProps {
  files: Files
  scans: readonly Recognition[]
  onSend: () => void
}

/** Lists the scans with what is known of each, and lets a question wait for them. */
export function Scans({ files, scans, onSend }: ScansProps) {
  const reading = scans.filter(({ state }) => state === 'reading')
  const isOver = files.waits && !files.isConverting && reading.length === 0
  const send = useEffectEvent(() => {
    files.wait(false)
    // What failed, or has no text, is shown first: the person decides.
    if (!scans.some(({ state }) => state === 'failed' || state === 'none')) onSend()
  })
  useEffect(() => {
    if (isOver) send()
  }, [isOver])
  if (scans.length === 0) return null
  return (
    <div className={css.scans}>
      <ul>
        {scans.map((scan) => (
          <li key={scan.chosen.id}>
            <FileName name={scan.chosen.file.name} />
            <Scan scan={scan} files={files} />
          </li>
        ))}
      </ul>
      {files.waits && !files.isConverting && reading.length > 0 && (
        <Waiting files={files} reading={reading} />
      )}
    </div>
  )
}

function Scan({ scan, files }: { scan: Recognition; files: Files }) {
  const { t } = useTranslation('attachments')
  const errorMessage = useStoredErrorMessage()
  const { state, confidence, chosen, error, read, leave } = scan
  const isSeen = isScannable(chosen.type) && files.seesPictures
  const stop = () => {
    files.wait(false)
    leave()
  }
  switch (state) {
    case 'reading':
      return <Said text={t('scan.reading')} action={t('scan.stop')} onAction={stop} />
    case 'read':
      return isSeen ? (
        <Said text={t('scan.read', { confidence })} action={t('scan.asPicture')} onAction={leave} />
      ) : (
        <Said text={t('scan.read', { confidence })} />
      )
    case 'failed':
      return <Said text={errorMessage(error).sentence} action={t('scan.again')} onAction={read} />
    case 'none':
      return <Said text={t(isScannable(chosen.type) ? 'scan.nonePicture' : 'scan.none')} />
    case 'left':
      return <Said text={t(isSeen ? 'scan.seen' : 'scan.left')} action={t('scan.readText')} onAction={read} />
  }
}

function Said({ text, action, onAction }: { text: string; action?: string; onAction?: () => void }) {
  return (
    <>
      <span>{text}</span>
      {action && (
        <Button kind="quiet" size="small" onClick={onAction}>
          {action}
        </Button>
      )}
    </>
  )
}

function Waiting({ files, reading }: { files: Files; reading: readonly Recognition[] }) {
  const { t } = useTranslation('attachments')
  return (
    <p className={css.waits} role="status">
      <span>{t('scan.waits')}</span>
      <Button kind="line" size="small" onClick={() => reading.forEach(({ leave }) => leave())}>
        {t('scan.sendWithout')}
      </Button>
      <Button kind="quiet" size="small" onClick={() => files.wait(false)}>
        {t('scan.doNotSend')}
      </Button>
    </p>
  )
}
