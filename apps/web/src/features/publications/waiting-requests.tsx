import { Link } from 'react-router'
import { useDialogAddress, useDialogs } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useRequests } from './api.ts'
import { PUBLICATIONS } from './dialog-name.ts'

/** Opens the requests that wait for the user's approval; without any there is no button. */
export function WaitingRequests({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('publications')
  const { show } = useDialogs()
  const total = useRequests('others').data?.total ?? 0
  return (
    total > 0 && (
      <Button icon="circle-check" className={className} onClick={() => show(PUBLICATIONS)}>
        {t('waiting', { count: total })}
      </Button>
    )
  )
}

/** The row of the navigation; its classes are those of the other rows. */
export function ApprovalsRow({ className, count }: { className: string; count: string }) {
  const { t } = useTranslation('publications')
  const format = useFormat()
  const address = useDialogAddress(PUBLICATIONS)
  const total = useRequests('others').data?.total ?? 0
  return (
    total > 0 && (
      <Link to={address} className={className} aria-label={t('waiting', { count: total })}>
        <Icon name="circle-check" />
        <span className="cut">{t('approvals')}</span>
        <span className={count} aria-hidden="true">
          {format.number(total)}
        </span>
      </Link>
    )
  )
}
