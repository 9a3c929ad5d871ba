import type { LeftOut } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { Done } from './api.ts'
import css from './bulk.module.css'

/** Number of people that are named for each reason. */
const NAMED = 10

/** Says what was changed, who was left out and why, and what was not tried. */
export function Result({ done: { change, outcome }, onClose }: { done: Done; onClose: () => void }) {
  const { t } = useTranslation('user-bulk')
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const { changed, unchanged, leftOut, untried, error } = outcome
  const group = 'group' in change ? change.group.name : ''
  const counted = (count: number) => ({ count, number: format.number(count), group })
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))]
  return (
    <div className={css.result} role="status">
      <div>
        <p>
          <strong>{changed === 0 ? t('nothing') : t(`done.${change.what}`, counted(changed))}</strong>
          {unchanged > 0 && ` ${t(`already.${change.what}`, counted(unchanged))}`}
        </p>
        {reasons.map((reason) => (
          <p key={reason}>
            <Named people={leftOut.filter((one) => one.reason === reason)} reason={reason} />
          </p>
        ))}
        {untried > 0 && (
          <p>
            {t('untried', counted(untried))} {errorMessage(error).sentence}
          </p>
        )}
      </div>
      <IconButton icon="x" label={t('closeResult')} onClick={onClose} />
    </div>
  )
}

function Named({ people, reason }: { people: readonly LeftOut[]; reason: LeftOut['reason'] }) {
  const { t } = useTranslation('user-bulk')
  const format = useFormat()
  const count = people.length
  const counted = { count, number: format.number(count) }
  if (reason === 'gone') return t('leftOut.gone', counted)
  const names = people.slice(0, NAMED).map(({ name }) => name)
  const more = count - names.length
  const shown = names.join(', ') + (more > 0 ? t('more', { number: format.number(more) }) : '')
  return t(`leftOut.${reason}`, { ...counted, names: shown })
}
