import type { MediaItem } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import css from './unanswered.module.css'

interface SolveDialogProps {
  opened: boolean
  question: string
  documents: readonly MediaItem[]
  /** When the question was reported: the newest document since then probably answers it. */
  since: string
  onChosen: (mediaId: number | null) => void
  onClose: () => void
}

const NONE = '0'

/** Asks which document answers a question, before those who reported it are told. */
export function SolveDialog({ opened, question, documents, since, onChosen, onClose }: SolveDialogProps) {
  const { t } = useTranslation('unanswered')
  const newestFirst = documents.toSorted((one, other) => other.created.localeCompare(one.created))
  const [newest] = newestFirst
  const [chosen, setChosen] = useState<string>()
  const likely = newest && newest.created > since ? String(newest.media_id) : NONE
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const submit = () => {
    const id = Number(chosen ?? likely)
    close()
    onChosen(id === 0 ? null : id)
  }
  const options = [
    { value: NONE, label: t('noDocument') },
    ...newestFirst.map(({ media_id, name }) => ({ value: String(media_id), label: name })),
  ]
  return (
    <Dialog opened={opened} title={t('solveTitle')} lead={t('solveLead')} onClose={close}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <p className={css.q} dir="auto">
            {question}
          </p>
          <SelectField
            label={t('document')}
            value={chosen ?? likely}
            options={options}
            onChange={setChosen}
          />
        </DialogBody>
        <FormFoot verb={t('solve')} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}
