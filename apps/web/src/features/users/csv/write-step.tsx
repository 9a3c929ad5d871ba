import { csvBlob } from '#lib/csv-file.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { fileNameOf, saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Written } from './apply.ts'
import css from './csv.module.css'

interface WriteStepProps {
  done: boolean
  /** Number of rows to write. */
  total: number
  written: readonly Written[]
  /** The one-time passwords of the result were not saved yet. */
  unsaved: boolean
  onStop: () => void
  onSaved: () => void
  onClose: () => void
}

/** Shows the progress of an import, then what was written and what was not, and gives the one-time passwords. */
export function WriteStep({ done, total, written, unsaved, onStop, onSaved, onClose }: WriteStepProps) {
  const { t } = useTranslation('user-csv')
  const format = useFormat()
  const reasonOf = useReason()
  const failed = written.filter(({ error }) => error !== undefined)
  const number = (count: number) => ({ count, number: format.number(count) })
  const created = written.filter(({ row, error }) => row.does === 'create' && error === undefined)
  const download = () => {
    const rows = written.map((one) => [
      String(one.row.line),
      one.row.name,
      emailOf(one),
      one.password ?? '',
      reasonOf(one),
    ])
    const file = csvBlob([['line', 'name', 'email', 'oneTimePassword', 'problem'], ...rows])
    saveFile(file, fileNameOf(t('resultName'), new Date(), 'csv'))
    onSaved()
  }
  return (
    <>
      <DialogBody label={t('result')}>
        <p role="status" className={css.counts}>
          {done
            ? t('written', number(written.length - failed.length))
            : t('writing', { done: format.number(written.length), total: format.number(total) })}
        </p>
        {!done && <ProgressBar label={t('title')} done={written.length} total={total} />}
        {done && written.length < total && <p>{t('stopped', number(total - written.length))}</p>}
        {done && created.length > 0 && <p>{t('passwords')}</p>}
        <Told written={written} />
      </DialogBody>
      <DialogFoot>
        {done ? (
          <>
            {!unsaved && (
              <Button size="large" onClick={onClose}>
                {t('close')}
              </Button>
            )}
            <Button size="large" kind="fill" icon="download" onClick={download}>
              {t('saveResult')}
            </Button>
          </>
        ) : (
          <Button size="large" onClick={onStop}>
            {t('stop')}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

const emailOf = ({ row }: Written): string => (row.does === 'create' ? row.wanted.email : row.person.email)

/** Returns why something of a row was not written; empty when all was. */
function useReason(): (written: Written) => string {
  const { t } = useTranslation('user-csv')
  const errorMessage = useErrorMessage()
  return ({ row, error, unknown, notJoined }) => {
    if (unknown) return t(row.does === 'create' ? 'unknownNew' : 'unknown')
    if (error !== undefined) return errorMessage(error).sentence
    return notJoined.length > 0 ? t('notJoined', { names: notJoined.join(', ') }) : ''
  }
}

/** The rows of which something was not written. */
function Told({ written }: { written: readonly Written[] }) {
  const { t } = useTranslation('user-csv')
  const format = useFormat()
  const reasonOf = useReason()
  const told = written.filter((one) => reasonOf(one) !== '')
  if (told.length === 0) return null
  return (
    <ul className={css.rows}>
      {told.map((one) => (
        <li key={one.row.line}>
          <span className={css.line}>{t('line', { number: format.number(one.row.line) })}</span>
          <span className={css.what}>
            <strong>{one.row.name}</strong> {reasonOf(one)}
          </span>
        </li>
      ))}
    </ul>
  )
}
