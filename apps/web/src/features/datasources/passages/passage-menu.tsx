import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useSetPassage, type PassageRef } from './api.ts'
import { NoteDialog } from './note-dialog.tsx'

interface PassageMenuProps {
  passage: PassageRef
  /** Names the passage among others. */
  name: string
  isOff: boolean
  note: string
  className?: string | undefined
}

/** The actions for a passage; for users with write access. */
export function PassageMenu({ passage, name, isOff, note, className }: PassageMenuProps) {
  const { t } = useTranslation('workbench')
  const [edits, setEdits] = useState(false)
  const { change } = useSwitch(passage, name)
  const target = <IconButton icon="dots" label={t('passage.actions', { name })} className={className} />
  return (
    <>
      <Menu position="bottom-end" target={target}>
        <MenuItem icon={isOff ? 'eye' : 'eye-off'} onSelect={() => change(!isOff)}>
          {t(isOff ? 'passage.switchOn' : 'passage.switchOff')}
        </MenuItem>
        <MenuItem icon="pencil" onSelect={() => setEdits(true)}>
          {t(note === '' ? 'passage.addNote' : 'passage.editNote')}
        </MenuItem>
      </Menu>
      {edits && <NoteDialog passage={passage} name={name} note={note} onClose={() => setEdits(false)} />}
    </>
  )
}

/** Switches a passage on that was switched off; `label` names it where there are several. */
export function SwitchOn({
  passage,
  name,
  label,
}: Pick<PassageMenuProps, 'passage' | 'name'> & { label?: string }) {
  const { t } = useTranslation('workbench')
  const { change, busy } = useSwitch(passage, name)
  return (
    <Button size="small" icon="eye" busy={busy} aria-label={label} onClick={() => change(false)}>
      {t('passage.switchOn')}
    </Button>
  )
}

/** Switches a passage on or off, and offers to undo it: the passage itself may be gone from the page by then. */
function useSwitch(passage: PassageRef, name: string) {
  const { t } = useTranslation('workbench')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { mutateAsync, isPending } = useSetPassage(passage)
  const change = async (isOff: boolean, isUndone = false) => {
    try {
      await mutateAsync({ isOff })
      notices.show({
        kind: 'done',
        title: t(isOff ? 'passage.switchedOff' : 'passage.switchedOn', { name }),
        ...(!isUndone && { action: { label: t('passage.undo'), run: () => void change(!isOff, true) } }),
      })
    } catch (error) {
      notices.show({ kind: 'failure', title: t('passage.failed'), text: errorMessage(error).sentence })
    }
  }
  return {
    busy: isPending,
    // A disabled button would lose the focus.
    change: (isOff: boolean) => void (isPending || change(isOff)),
  }
}
