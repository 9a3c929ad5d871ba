import { useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useBelongings, useRemoveUser } from '../api.ts'
import type { Seen } from '../use-user.ts'
import { isMuchLost, leavingOf, NOTHING_DECIDED, ownsAnything, type Decision } from './leaving.ts'
import { LeavingFields } from './leaving-fields.tsx'
import { fullName } from '../names.ts'

interface DeleteUserDialogProps {
  user: Seen
  own: boolean
  opened: boolean
  onClose: () => void
  /** Called after the deletion; deleting yourself also ends the session. */
  onDeleted: () => void
}

/** Deletes a user permanently: asks what happens to what they own, and for their name when much is lost. */
export function DeleteUserDialog(props: DeleteUserDialogProps) {
  const { user, own, opened, onClose } = props
  const { t } = useTranslation('users')
  return (
    <Dialog
      opened={opened}
      title={own ? t('remove.ownTitle') : t('remove.title', { name: fullName(user) })}
      width={560}
      onClose={onClose}
    >
      {opened && <Questions {...props} />}
    </Dialog>
  )
}

function Questions({ user, own, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const errorMessage = useErrorMessage()
  const belongings = useBelongings(user.id, true)
  const [decision, setDecision] = useState<Decision>(NOTHING_DECIDED)
  const [name, setName] = useState('')
  const { remove, busy } = useRemoval(user, onClose, onDeleted)
  const { data: owns } = belongings
  if (belongings.isError)
    return (
      <DialogBody>
        <LoadFailed
          title={t('remove.loadFailed')}
          {...errorMessage(belongings.error)}
          onRetry={() => void belongings.refetch()}
        />
      </DialogBody>
    )
  if (!owns)
    return (
      <DialogBody>
        <Loading>
          <SkeletonLine width={70} />
        </Loading>
      </DialogBody>
    )
  const leaving = leavingOf(owns, decision)
  const typed = !isMuchLost(owns, decision) || name.trim() === fullName(user)
  const submit = () => leaving && typed && !busy && remove(leaving)
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <p>{own ? t('remove.ownQuestion') : t('remove.question', { name: fullName(user) })}</p>
        {ownsAnything(owns) && (
          <LeavingFields user={user} own={own} owns={owns} decision={decision} onChange={setDecision} />
        )}
        {isMuchLost(owns, decision) && (
          <TextField
            label={t('remove.typeName', { name: fullName(user) })}
            hint={t('remove.typeNameHint')}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('ui:cancel')}
        </Button>
        <Button size="large" kind="bad" type="submit" disabled={!leaving || !typed} busy={busy}>
          {own ? t('remove.ownVerb') : t('remove.verb')}
        </Button>
      </DialogFoot>
    </DialogForm>
  )
}

/** A refusal closes the dialog; the message follows the error catalogue: [status:code] and its meaning. */
function useRemoval(user: Seen, onClose: () => void, onDeleted: () => void) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const { mutate, isPending } = useRemoveUser(user.id)
  const refused = (error: Error) => {
    const { sentence } = errorMessage(error)
    const code = error instanceof ApiProblem && error.status > 0 ? `[${error.status}:${error.code}] ` : ''
    notices.show({ kind: 'failure', title: t('remove.failed'), text: `${code}${sentence}` })
    if (error instanceof ApiProblem && (error.status === 403 || error.status === 405)) onClose()
  }
  const remove = (query: Parameters<typeof mutate>[0]) =>
    mutate(query, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('remove.done', { name: fullName(user) }) })
        onDeleted()
      },
      onError: refused,
    })
  return { remove, busy: isPending }
}
