import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useCreateGroup, type GroupValues } from './api.ts'
import { ChosenMembers, type ChosenMember } from './chosen-members.tsx'
import { GroupForm } from './group-form.tsx'

const empty: GroupValues = {
  contextTypeId: CONTEXT_TYPES.team,
  name: '',
  description: '',
  needsApproval: false,
}

/** Creates an org unit or a team with its first members; the user who creates it becomes its owner. */
export function NewGroupDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('contexts')
  const notices = useNotices()
  const create = useCreateGroup()
  const [values, setValues] = useState(empty)
  const [members, setMembers] = useState<readonly ChosenMember[]>([])
  const close = () => {
    setValues(empty)
    setMembers([])
    create.reset()
    onClose()
  }
  const submit = () =>
    create.mutate(
      { ...values, members: members.map(({ context, level }) => ({ id: context.id, level })) },
      {
        onSuccess: ({ displayName }) => {
          notices.show({ kind: 'done', title: t('created', { name: displayName }) })
          close()
        },
      },
    )
  const typed =
    values.name.trim() !== '' ||
    values.description.trim() !== '' ||
    values.needsApproval ||
    members.length > 0
  return (
    <Dialog
      opened={opened}
      title={t('newTitle')}
      lead={t('newLead')}
      width={760}
      dirty={typed}
      onClose={close}
    >
      <GroupForm
        values={values}
        onChange={setValues}
        verb={t('create')}
        change={create}
        onSubmit={submit}
        onCancel={close}
      >
        <ChosenMembers members={members} onChange={setMembers} />
      </GroupForm>
    </Dialog>
  )
}
