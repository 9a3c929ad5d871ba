import type { Project, Tab } from '@polylogue/contract'
import { ATTACHMENT_LIMITS } from '@polylogue/contract/browser'
import { useState, type DragEvent } from 'react'
import { useConfig } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import {
  ChosenFiles,
  isScannable,
  mainEndingsOf,
  type Files,
  takesStandard,
  useFileChoice,
} from '../files/index.ts'
import css from '../files/files.module.css'
import { RefusedDraftFiles } from './composer-files.tsx'

/** Chooses attachments for the message and explains refused files (FILE-1). */
export function AttachDialog({
  opened,
  project,
  tab,
  files,
  onClose,
}: {
  opened: boolean
  project: Project
  tab: Tab
  files: Files
  onClose: () => void
}) {
  const { t } = useTranslation(['attachments', 'conversation'])
  const format = useFormat()
  const bytes = files.chosen.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <Dialog opened={opened} title={t('title')} lead={t('lead')} width={657} onClose={onClose}>
      <DialogBody>
        <DropZone files={files} />
        <RefusedDraftFiles project={project} tab={tab} files={files} />
        {files.chosen.length > 0 && <ChosenFiles files={files} listed />}
      </DialogBody>
      <DialogFoot
        hint={
          <span className="num">
            {t('chosen', {
              count: files.chosen.length,
              most: ATTACHMENT_LIMITS.count,
              size: format.size(bytes),
            })}
          </span>
        }
      >
        <Button size="large" kind="fill" onClick={onClose}>
          {t('done')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function DropZone({ files }: { files: Files }) {
  const { t } = useTranslation('attachments')
  const format = useFormat()
  const { choose, input } = useFileChoice(files, t('choose'))
  const takesPictures = files.accepts.types.some(isScannable)
  const standard = takesPictures ? t('typesWithPictures') : t('types')
  const types = takesStandard(files.accepts, takesPictures)
    ? standard
    : t('typesOnly', { types: mainEndingsOf(files.accepts).join(', ') })
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    files.add([...event.dataTransfer.files])
  }
  const { maxBytes } = files.accepts
  const most = ATTACHMENT_LIMITS.count
  // Requests carry files as base64, which adds a third to their size.
  const together = (useConfig().uploadBytes / 4) * 3
  const limits =
    maxBytes < 0
      ? t('limitsTogether', { most, size: format.size(together) })
      : t('limits', { most, size: format.size(maxBytes) })
  return (
    <div
      className={css.zone}
      data-over={over || undefined}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button size="large" icon="paperclip" data-autofocus onClick={choose}>
        {t('choose')}
      </Button>
      <p>{t('drop')}</p>
      <p className={css.limits}>
        {limits} {types}
      </p>
      {input}
    </div>
  )
}
