import type { Publication } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Problem } from '#ui/states.tsx'
import { useWithdraw } from './api.ts'
import css from './publications.module.css'
import { isTextChange, levelOf } from './words.ts'

interface OwnRequestProps {
  request: Publication
  /** The item or the group, whichever the place does not name. */
  name: string
}

/** A request as its asker sees it: waiting, with a button to withdraw it, or declined with the reason. */
export function OwnRequest({ request, name }: OwnRequestProps) {
  const { t } = useTranslation(['publications', 'sharing'])
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const withdraw = useWithdraw()
  const { declined, group, created } = request
  const inGroup = name === group.name ? [] : [group.name]
  const facts = [
    ...inGroup,
    isTextChange(request) ? t('changedTexts') : t(`sharing:levels.${levelOf(request)}`),
    format.moment(declined?.at ?? created),
  ]
  return (
    <div className={css.own}>
      <div className={css.row}>
        <div className={css.text}>
          <span className={`cut ${css.name}`} title={name}>
            {name}
          </span>
          <span className={css.facts}>{facts.join(' · ')}</span>
        </div>
        <Chip kind={declined ? 'warn' : 'plain'}>{declined ? t('declined') : t('waits')}</Chip>
        <Button
          busy={withdraw.isPending}
          aria-label={t(declined ? 'dismissOf' : 'withdrawOf', { name })}
          onClick={() => withdraw.mutate(request.id)}
        >
          {declined ? t('dismiss') : t('withdraw')}
        </Button>
      </div>
      {declined && <Reason declined={declined} />}
      {withdraw.error && <Problem>{errorMessage(withdraw.error).sentence}</Problem>}
    </div>
  )
}

function Reason({ declined: { by, reason } }: { declined: NonNullable<Publication['declined']> }) {
  const { t } = useTranslation('publications')
  const who = by ? t('declinedBy', { name: by.displayName }) : t('declinedOnce')
  return (
    <p className={css.reason} dir="auto">
      {reason === '' ? who : t('withReason', { who, reason })}
    </p>
  )
}
