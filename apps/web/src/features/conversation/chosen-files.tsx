// The files of the message that is being written, and those that were not accepted.
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isPicture, type Chosen, type Refused } from './attachments.ts'
import { BlobPicture } from './blob-picture.tsx'
import { FileName, FileSign } from './file-name.tsx'
import css from './files.module.css'
import type { Files } from './use-files.ts'

export function ChosenFiles({ files }: { files: Files }) {
  const { t } = useTranslation('conversation')
  return (
    <ul className={css.chosen} aria-label={t('attachments')}>
      {files.chosen.map((one) => (
        <li key={one.id} className={css.file}>
          <ChosenFile chosen={one} onRemove={() => files.remove(one.id)} />
        </li>
      ))}
    </ul>
  )
}

function ChosenFile({ chosen: { file, type }, onRemove }: { chosen: Chosen; onRemove: () => void }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  return (
    <>
      <span className={css.thumb}>
        {isPicture(type) ? <BlobPicture blob={file} /> : <FileSign type={type} />}
      </span>
      <span className={css.name}>
        <FileName name={file.name} />
        <span className={css.size}>{format.size(file.size)}</span>
      </span>
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

/** What is not allowed, file by file, with what is wrong (chat specification, section 5). */
export function RefusedFiles({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <div className={css.refused} role="alert">
      <Icon name="alert-circle" />
      <div>
        <b>{t('notAllowed')}</b>
        <ul>
          {refused.map(({ name, issues }, index) => (
            <li key={`${name}-${index}`}>
              <FileName name={name} />
              <span>{issues.map((issue) => t(`issue.${issue}`)).join(', ')}</span>
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon="x" iconSize={14} label={t('closeNotAllowed')} onClick={onClose} />
    </div>
  )
}
