import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { ChooseChats } from './choose-chats.tsx'
import { ChooseFile } from './choose-file.tsx'
import css from './import-dialog.module.css'
import { ImportResult } from './import-result.tsx'
import { FILE_LIMIT } from './limits.ts'
import { useImport } from './use-import.ts'
import { useReading } from './use-reading.ts'

interface ImportDialogProps {
  opened: boolean
  onClose: () => void
}

/**
 * Imports chats from a file, each on its own or as tabs of a new project: choose the file, select chats, import. The import
 * continues when the dialog is closed.
 */
export function ImportDialog({ opened, onClose }: ImportDialogProps) {
  const { t } = useTranslation('import')
  const work = useImport(opened)
  return (
    <Dialog opened={opened} title={t('title')} lead={t('lead')} width={640} onClose={onClose}>
      {opened && <Steps work={work} onClose={onClose} />}
    </Dialog>
  )
}

function Steps({ work, onClose }: { work: ReturnType<typeof useImport>; onClose: () => void }) {
  const { t } = useTranslation(['import', 'ui'])
  const format = useFormat()
  const { reading, read, forget } = useReading()
  const [again, setAgain] = useState(0)
  if (work.importing)
    return (
      <ImportResult
        importing={work.importing}
        onStop={work.stop}
        onClose={onClose}
        onAnother={() => {
          work.forget()
          forget()
          setAgain(again + 1)
        }}
      />
    )
  if (reading.state === 'found')
    return (
      <ChooseChats
        found={reading.found}
        fileName={reading.name}
        onBack={forget}
        onImport={(name, chats) => void work.run(name, chats, reading.found.left.length)}
        onClose={onClose}
      />
    )
  return (
    <>
      <DialogBody>
        <ChooseFile key={again} busy={reading.state === 'reading'} onFiles={read} />
        {reading.state === 'reading' && (
          <p className={css.note} role="status">
            {t('reading')}
          </p>
        )}
        {reading.state === 'wrong' && (
          <Problem>{t(`wrong.${reading.wrong}`, { size: format.size(FILE_LIMIT) })}</Problem>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
      </DialogFoot>
    </>
  )
}
