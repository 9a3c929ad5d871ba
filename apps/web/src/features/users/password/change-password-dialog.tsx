import { useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { countDown } from '#lib/countdown.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useSession, useViewer } from '#features/session/index.ts'
import { useTokens } from '#features/tokens/index.ts'
import { useChangePassword } from '../account-api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useNewPassword } from './use-new-password.ts'

interface ChangePasswordDialogProps {
  opened: boolean
  onClose: () => void
  /** Signs out five seconds after the change. */
  onSignOut: () => void
}

/** Changes the user's own password. This ends every session: a notice counts down to signing out. */
export function ChangePasswordDialog({ opened, onClose, onSignOut }: ChangePasswordDialogProps) {
  const { t } = useTranslation('users')
  const { current, setCurrent, password, ready, change, close, submit, sentence, weak, tokens } = useChange(
    onClose,
    onSignOut,
  )
  const [shown, setShown] = useState(false)
  return (
    <Dialog
      opened={opened}
      title={t('password.change')}
      lead={t('password.changeLead')}
      width={480}
      dirty={current !== '' || password.password !== ''}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <PasswordField
            label={t('password.current')}
            autoComplete="current-password"
            data-autofocus
            maxLength={1024}
            shown={shown}
            onShow={setShown}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <NewPasswordFields
            value={password}
            label={t('password.newLabel')}
            error={weak ? t('password.weakRefused') : undefined}
          />
          {tokens.count > 0 && (
            <Checkbox
              label={t('password.endTokens', { count: tokens.count })}
              checked={tokens.end}
              onChange={(event) => tokens.setEnd(event.target.checked)}
            />
          )}
          {sentence && <Problem>{sentence}</Problem>}
        </DialogBody>
        <FormFoot verb={t('password.change')} busy={change.isPending} disabled={!ready} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

function useChange(onClose: () => void, onSignOut: () => void) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const { expectEnd } = useSession()
  const { data: viewer } = useViewer()
  const change = useChangePassword(viewer?.id ?? 0)
  const [current, setCurrent] = useState('')
  const [end, setEnd] = useState(false)
  const own = useTokens('users')
  const known = viewer ? [viewer.firstName, viewer.lastName, viewer.username, viewer.email] : []
  const password = useNewPassword(known)
  const ready = current !== '' && password.ready
  const close = () => {
    setCurrent('')
    setEnd(false)
    password.clear()
    change.reset()
    onClose()
  }
  const signOutSoon = () => {
    expectEnd()
    close()
    countDown({
      notices,
      title: t('password.changed'),
      text: (count) => t('password.signOutIn', { count }),
      act: onSignOut,
      certain: true,
    })
  }
  const submit = () => {
    if (!ready || change.isPending) return
    const typed = { oldPassword: current, newPassword: password.password, endApiTokens: end }
    change.mutate(typed, { onSuccess: signOutSoon })
  }
  const { error } = change
  const weak = error instanceof ApiProblem && error.code === 'VALIDATION_FAILED'
  const tokens = { count: own.data?.length ?? 0, end, setEnd }
  return { current, setCurrent, password, ready, change, close, submit, weak, tokens, sentence: sentenceOf() }

  /** Follows the error catalogue: [status:code] and its meaning. */
  function sentenceOf(): string | undefined {
    if (!error || weak) return undefined
    const { sentence } = errorMessage(error)
    return error instanceof ApiProblem && error.status > 0
      ? `[${error.status}:${error.code}] ${sentence}`
      : sentence
  }
}
