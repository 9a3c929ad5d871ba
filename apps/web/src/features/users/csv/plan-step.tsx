import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { useRoleName } from '../permissions/use-roles.ts'
import css from './csv.module.css'
import { type PlannedRow, isWriting, type Writing } from './plan.ts'

interface PlanStepProps {
  rows: readonly PlannedRow[]
  /** Columns of the file that are not read. */
  ignored: readonly string[]
  onWrite: (rows: readonly Writing[]) => Promise<void>
  onOther: () => void
  onClose: () => void
}

/** Shows what an import would write, and which rows are wrong, before anything is written. */
export function PlanStep({ rows, ignored, onWrite, onOther, onClose }: PlanStepProps) {
  const { t } = useTranslation('user-csv')
  const format = useFormat()
  const of = (does: PlannedRow['does']) => rows.filter((row) => row.does === does)
  const writing = rows.filter(isWriting)
  const number = (count: number) => ({ count, number: format.number(count) })
  return (
    <>
      <DialogBody label={t('plan')}>
        <p role="status" className={css.counts}>
          {(['create', 'change', 'nothing', 'wrong'] as const)
            .filter((does) => of(does).length > 0)
            .map((does) => t(`counts.${does}`, number(of(does).length)))
            .join(' · ')}
        </p>
        {ignored.length > 0 && <p className={css.note}>{t('ignored', { names: ignored.join(', ') })}</p>}
        {of('wrong').length > 0 && (
          <section>
            <h3 className={css.heading}>{t('wrongRows')}</h3>
            <Rows rows={of('wrong')} />
          </section>
        )}
        {writing.length > 0 && (
          <section>
            <h3 className={css.heading}>{t('writtenRows')}</h3>
            <Rows rows={writing} />
          </section>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="large" onClick={onOther}>
          {t('other')}
        </Button>
        {writing.length > 0 && (
          <Button size="large" kind="fill" onClick={() => void onWrite(writing)}>
            {t('import', number(writing.length))}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

function Rows({ rows }: { rows: readonly PlannedRow[] }) {
  const { t } = useTranslation('user-csv')
  const format = useFormat()
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <li key={row.line}>
          <span className={css.line}>{t('line', { number: format.number(row.line) })}</span>
          <span className={css.what}>
            <strong>{row.name}</strong> <What row={row} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What is wrong with a row, or what would be written. */
function What({ row }: { row: PlannedRow }) {
  const { t } = useTranslation('user-csv')
  const { t: list } = useTranslation('user-list')
  const roleName = useRoleName()
  if (row.does === 'nothing') return null
  if (row.does === 'wrong') return t(`faults.${row.fault}`, { about: row.about })
  const { firstName, lastName, roleId, status } = row.wanted
  const change = row.does === 'change'
  const name = change && (firstName !== undefined || lastName !== undefined)
  const facts = [
    ...(change ? [] : [t('new')]),
    ...(name ? [t('was', { name: `${row.person.firstName} ${row.person.lastName}` })] : []),
    ...(roleId === undefined ? [] : [roleName(roleId)]),
    ...(status === undefined ? [] : [list(`states.${status === 'passwordDue' ? 'active' : status}`)]),
    ...row.joins.map((group) => t('joins', { name: group.name })),
  ]
  return facts.join(' · ')
}
