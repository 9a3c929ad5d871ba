import type { User } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { useCreateUser } from '../list-api.ts'
import { CreateUserForm, nobody, type TypedUser } from './create-user-form.tsx'
import { fullName } from '../names.ts'
import { ShownPassword } from '../password/shown-password.tsx'

interface CreateUserDialogProps {
  opened: boolean
  /** The user who creates: nobody can grant more permissions than they have. */
  viewer: User
  onClose: () => void
}

/** Creates a user. A generated password is shown once, to be passed on. */
export function CreateUserDialog({ opened, viewer, onClose }: CreateUserDialogProps) {
  const { t } = useTranslation('user-list')
  const notices = useNotices()
  const create = useCreateUser()
  const [typed, setTyped] = useState<TypedUser>(nobody)
  const made = create.data
  const again = () => {
    setTyped(nobody)
    create.reset()
  }
  const close = () => {
    again()
    onClose()
  }
  const submit = (password: string | undefined) => {
    const { typesPassword: _, ...person } = typed
    create.mutate(password === undefined ? person : { ...person, password, password2: password }, {
      onSuccess: ({ user, oneTimePassword }) => {
        if (oneTimePassword !== undefined) return
        notices.show({ kind: 'done', title: t('created', { name: fullName(user) }) })
        close()
      },
    })
  }
  const dirty = !made && [typed.firstName, typed.lastName, typed.email].some((text) => text.trim() !== '')
  return (
    <Dialog
      opened={opened}
      title={made ? t('created', { name: fullName(made.user) }) : t('createTitle')}
      lead={made ? t('createdLead') : t('createLead')}
      dirty={dirty}
      onClose={close}
    >
      {made?.oneTimePassword ? (
        <Created user={made.user} password={made.oneTimePassword} onAgain={again} onDone={close} />
      ) : (
        <CreateUserForm
          viewer={viewer}
          typed={typed}
          onType={setTyped}
          create={create}
          onSubmit={submit}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

interface CreatedProps {
  user: User
  password: string
  onAgain: () => void
  onDone: () => void
}

function Created({ user, password, onAgain, onDone }: CreatedProps) {
  const { t } = useTranslation('user-list')
  return (
    <>
      <DialogBody>
        <p>{t('signsInWith', { username: user.username, email: user.email })}</p>
        <ShownPassword password={password} hint={t('shownOnce')} />
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onAgain}>
          {t('createAnother')}
        </Button>
        <Button size="large" kind="fill" onClick={onDone} data-autofocus autoFocus>
          {t('done')}
        </Button>
      </DialogFoot>
    </>
  )
}
