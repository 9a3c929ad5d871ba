import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { ProjectPicker, type PickedProject } from '#features/projects/index.ts'
import { useMoveTab } from './api.ts'

/** Moves a tab with its messages to another project that the user can write in. */
export function MoveTabDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['tabs', 'ui'])
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const move = useMoveTab(tab.projectId)
  const [target, setTarget] = useState<PickedProject | null>(null)
  const close = () => {
    setTarget(null)
    move.reset()
    onClose()
  }
  const submit = () => {
    if (!target || move.isPending) return
    const onSuccess = () => {
      notices.show({ kind: 'done', title: t('movedTo', { name: tab.name, project: target.name }) })
      close()
    }
    move.mutate({ id: tab.id, to: target.id }, { onSuccess })
  }
  return (
    <Dialog
      opened={opened}
      title={t('moveTitle')}
      lead={t('moveLead', { name: tab.name })}
      width={480}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <ProjectPicker label={t('moveWhere')} value={target} except={tab.projectId} onChange={setTarget} />
          {move.error && <Problem>{errorMessage(move.error).sentence}</Problem>}
        </DialogBody>
        <FormFoot
          verb={t('moveTab')}
          busy={move.isPending}
          disabled={target === null}
          hint={target ? undefined : t('moveNone')}
          onCancel={close}
        />
      </DialogForm>
    </Dialog>
  )
}
