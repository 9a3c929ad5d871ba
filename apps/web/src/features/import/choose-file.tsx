import { useRef, useState, type DragEvent } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import css from './import-dialog.module.css'
import { FILE_LIMIT } from './limits.ts'

/** Accepts files by dialog or drop. */
export function ChooseFile({ busy, onFiles }: { busy: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [held, setHeld] = useState(false)
  const take = (files: FileList | null) => {
    if (!busy) onFiles([...(files ?? [])])
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setHeld(true)
    },
    onDragLeave: () => setHeld(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setHeld(false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <div className={css.drop} data-held={held || undefined} {...drop}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".json,.zip,application/json,application/zip"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <Button size="large" icon="upload" busy={busy} data-autofocus onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <p className={css.note}>{t('hint', { size: format.size(FILE_LIMIT) })}</p>
    </div>
  )
}
