import type { Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import css from './saving-dialog.module.css'
import { FORMATS, useDownload, type FileFormat } from './use-download.ts'

interface DownloadDialogProps {
  opened: boolean
  project: Project
  tab: Tab
  /** The older versions that the tab shows; the file has them instead of the newest. */
  shownIds: () => readonly number[]
  onClose: () => void
}

/** Downloads the whole chat in one of the formats of this installation. */
export function DownloadDialog({ opened, project, tab, shownIds, onClose }: DownloadDialogProps) {
  const { t } = useTranslation(['export', 'ui'])
  const format = useFormat()
  const offered = useFormats()
  const [chosen, setChosen] = useState<FileFormat | undefined>(undefined)
  const kind = chosen && offered.includes(chosen) ? chosen : offered[0]
  const { download, work, failure, cancel } = useDownload({ project, tab, shownIds })
  const leave = () => {
    cancel()
    onClose()
  }
  const submit = async () => {
    if (kind && !work && (await download(kind))) onClose()
  }
  const progress = (known: number) => t('loading', { count: known, known: format.number(known) })
  return (
    <Dialog
      opened={opened}
      title={t('title')}
      lead={t('lead', { name: tab.name })}
      width={480}
      onClose={leave}
    >
      <DialogForm onSubmit={() => void submit()}>
        <DialogBody>
          <fieldset className={css.formats}>
            <legend className="sr">{t('format')}</legend>
            {offered.map((each) => (
              <label key={each} className={css.format}>
                <input
                  type="radio"
                  name="format"
                  checked={each === kind}
                  data-autofocus={each === kind || undefined}
                  onChange={() => setChosen(each)}
                />
                {t(`formats.${each}`)}
              </label>
            ))}
          </fieldset>
          {failure && <Problem>{failure}</Problem>}
          <p className={css.progress} role="status">
            {work && (work.making ? t('making') : progress(work.known))}
          </p>
        </DialogBody>
        <FormFoot verb={t('download')} icon="download" busy={work !== undefined} onCancel={leave} />
      </DialogForm>
    </Dialog>
  )
}

/** Returns the formats of this installation (`exportFormats`). */
function useFormats(): readonly FileFormat[] {
  const { exportFormats } = useConfig()
  return FORMATS.filter((each) => exportFormats.includes(each))
}
