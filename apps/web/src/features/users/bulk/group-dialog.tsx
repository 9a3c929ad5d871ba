import { useState, type ComponentType } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '#ui/dialog.tsx'
import { useGroupName } from '../list-api.ts'
import css from './bulk.module.css'

/** Searches a group by name; given by the page, because groups show people themselves. */
export type GroupSearch = ComponentType<{
  label: string
  onChoose: (group: { id: number; displayName: string }) => void
}>

interface Group {
  readonly id: number
  readonly name: string
}

interface GroupDialogProps {
  opened: boolean
  what: 'join' | 'leave'
  /** Number of people. */
  count: number
  /** The group that is chosen at first; 0 for none. */
  groupId: number
  GroupSearch: GroupSearch
  busy: boolean
  onConfirm: (group: Group) => void
  onClose: () => void
}

/** Asks for the group that the selected people join or leave. */
export function GroupDialog({ opened, what, count, onClose, ...rest }: GroupDialogProps) {
  const { t } = useTranslation('user-bulk')
  return (
    <Dialog
      opened={opened}
      title={t(`${what}Title`, { count })}
      lead={t(`${what}Lead`)}
      width={480}
      onClose={onClose}
    >
      {opened && <Form what={what} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

type FormProps = Omit<GroupDialogProps, 'opened' | 'count'>

function Form({ what, groupId, GroupSearch, busy, onConfirm, onClose }: FormProps) {
  const { t } = useTranslation('user-bulk')
  const name = useGroupName(groupId)
  const [picked, setPicked] = useState<Group>()
  const [missing, setMissing] = useState(false)
  const group = picked ?? (name ? { id: groupId, name } : undefined)
  return (
    <DialogForm onSubmit={() => (group ? onConfirm(group) : setMissing(true))}>
      <DialogBody>
        <GroupSearch
          label={group ? t('otherGroup') : t('group')}
          onChoose={({ id, displayName }) => setPicked({ id, name: displayName })}
        />
        <p role="status" className={css.group}>
          {group ? t('groupChosen', { name: group.name }) : missing ? t('groupMissing') : t('groupHint')}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="large" kind="fill" type="submit" busy={busy}>
          {t(`${what}Verb`)}
        </Button>
      </DialogFoot>
    </DialogForm>
  )
}
