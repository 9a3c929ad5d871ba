// The files of the draft, and the refused ones.
import { Suspense, type ReactNode } from 'react'
import { useConfig } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MediaPicture } from '#ui/media-picture.tsx'
import { isPicture, MediaSign } from '#ui/media-sign.tsx'
import { useMediaViewer, type Medium } from '#ui/media-viewer.tsx'
import { RefusedFiles as RefusedList } from '#ui/refused-files.tsx'
import type { Chosen, Refused } from './attachments.ts'
import { FileName } from '#ui/file-name.tsx'
import css from './files.module.css'
import type { Files } from './use-files.ts'

const ScanNote = lazyView(async () => (await import('./scan-note.tsx')).ScanNote)

/** `listed` renders one row per file, for the dialog; otherwise files are chips in a line. */
export function ChosenFiles({ files, listed = false }: { files: Files; listed?: boolean }) {
  const { t } = useTranslation('conversation')
  const { show, viewer } = useMediaViewer()
  const media = files.chosen.map(mediumOf)
  return (
    <>
      <ul className={listed ? css.rows : css.chosen} aria-label={t('attachments')}>
        {files.chosen.map((one, index) => (
          <li key={one.id} className={css.file}>
            <ChosenFile
              chosen={one}
              seesPictures={files.seesPictures}
              onView={() => show(media, index)}
              onRemove={() => files.remove(one.id)}
            />
          </li>
        ))}
      </ul>
      {viewer}
    </>
  )
}

const mediumOf = ({ file, type }: Chosen): Medium => ({
  name: file.name,
  type,
  size: file.size,
  load: () => Promise.resolve(file),
})

interface ChosenFileProps {
  chosen: Chosen
  seesPictures: boolean
  onView: () => void
  onRemove: () => void
}

function ChosenFile({ chosen, seesPictures, onView, onRemove }: ChosenFileProps) {
  const { file, type } = chosen
  const { t } = useTranslation('conversation')
  const size = useFormat().size(file.size)
  return (
    <>
      <button type="button" className={css.view} onClick={onView}>
        <span className="sr">{t('view')}</span>
        <span className={css.thumb}>
          {isPicture(type) ? <MediaPicture blob={file} /> : <MediaSign type={type} />}
        </span>
        <span className={css.name}>
          <FileName name={file.name} />
          <span className={css.size}>
            <Suspense fallback={size}>
              <ScanNote chosen={chosen} seesPictures={seesPictures} size={size} />
            </Suspense>
          </span>
        </span>
      </button>
      <IconButton
        icon="x"
        iconSize={14}
        className={css.remove}
        label={t('removeFile', { name: file.name })}
        onClick={onRemove}
      />
    </>
  )
}

interface RefusedFilesProps {
  refused: readonly Refused[]
  onClose: () => void
  /** What else can be done with the files. */
  children?: ReactNode
}

/** Lists the refused files with their issues (FILE-1). */
export function RefusedFiles({ refused, onClose, children }: RefusedFilesProps) {
  const { t } = useTranslation('conversation')
  const limit = useFormat().size(Math.max(0, useConfig().attachments.maxBytes))
  return (
    <RefusedList
      title={t('notAllowed')}
      closeLabel={t('closeNotAllowed')}
      action={children}
      onClose={onClose}
      className={css.notAllowed}
    >
      {refused.map(({ name, issues }, index) => (
        <li key={`${name}-${index}`}>
          <FileName name={name} />
          <span>{issues.map((issue) => t(`issue.${issue}`, { limit })).join(', ')}</span>
        </li>
      ))}
    </RefusedList>
  )
}
