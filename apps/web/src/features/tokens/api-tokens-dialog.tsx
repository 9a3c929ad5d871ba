import { useDialogs, useDialogsOf } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { useTokens, useApiOpen } from './api.ts'
import { ApiClosed } from './api-closed.tsx'
import { API_TOKENS, NEW_TOKEN } from './dialogs.ts'
import { TokenDialogs } from './token-dialogs.tsx'
import { TokenList } from './token-list.tsx'

/** The user's API tokens. Dialogs opened from here return here. `opened`: whether this or one of those dialogs is open. */
export function ApiTokensDialog({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['tokens', 'ui'])
  const dialogs = useDialogs()
  const { close } = useDialogsOf('token')
  const tokens = useTokens('users')
  const open = useApiOpen()
  const title = t('list.users')
  return (
    <>
      <Dialog
        opened={opened && dialogs.open === API_TOKENS}
        title={title}
        lead={t('ownLead')}
        width={720}
        onClose={close}
      >
        <DialogBody label={title}>
          {!open && <ApiClosed />}
          <TokenList scope="users" tokens={tokens} />
        </DialogBody>
        <DialogFoot>
          <Button size="large" onClick={close}>
            {t('ui:close')}
          </Button>
          <Button
            size="large"
            kind="fill"
            icon="plus"
            disabled={!open}
            onClick={() => dialogs.show(NEW_TOKEN)}
          >
            {t('new')}
          </Button>
        </DialogFoot>
      </Dialog>
      <TokenDialogs scope="users" tokens={tokens.data ?? []} onClosed={() => dialogs.show(API_TOKENS)} />
    </>
  )
}
