import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { useTokens, useApiOpen } from './api.ts'
import { NEW_TOKEN } from './dialogs.ts'
import { ApiClosed } from './api-closed.tsx'
import { TokenDialogs } from './token-dialogs.tsx'
import { TokenList } from './token-list.tsx'

/** The tokens of the organisation, for users who may manage tokens: create, edit, delete. */
export function TokenManagement() {
  const { t } = useTranslation('tokens')
  const dialogs = useDialogs()
  const tokens = useTokens('companies')
  const open = useApiOpen()
  return (
    <>
      <LeadRow lead={t('companyLead')}>
        <Button kind="fill" icon="plus" disabled={!open} onClick={() => dialogs.show(NEW_TOKEN)}>
          {t('new')}
        </Button>
      </LeadRow>
      {!open && <ApiClosed />}
      <TokenList scope="companies" tokens={tokens} />
      <TokenDialogs scope="companies" tokens={tokens.data ?? []} />
    </>
  )
}
