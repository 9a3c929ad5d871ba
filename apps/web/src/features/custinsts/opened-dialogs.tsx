import { useLastItem } from '../items/index.ts'
import { useDialogsOf } from '../../lib/dialogs.ts'
import { useTranslation } from '../../lib/texts.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { useRemoveCustInst } from './api.ts'
import { useCustInsts } from './list-api.ts'
import { CUSTINST, CUSTINST_DIALOGS } from './dialog-names.ts'
import { EditCustInstDialog } from './edit-dialog.tsx'
import { NewCustInstDialog } from './new-dialog.tsx'
import { CustInstSharingDialog } from './sharing-dialog.tsx'

/** The dialog that the address names. Ignores an instruction that the user cannot read. */
export function OpenedDialogs({ opened }: { opened: boolean }) {
  const { open, id, close } = useDialogsOf(CUSTINST)
  const { data } = useCustInsts()
  const named = data?.find((one) => one.id === id)
  const custInst = useLastItem(named)
  const shows = (name: string) => opened && open === name
  return (
    <>
      <NewCustInstDialog opened={shows(CUSTINST_DIALOGS.create)} onClose={close} />
      {custInst && (
        <>
          <EditCustInstDialog
            key={custInst.id}
            custInst={custInst}
            // Stays open when somebody else deletes the instruction: the user may be typing.
            opened={custInst.id === id && shows(CUSTINST_DIALOGS.edit)}
            onClose={close}
          />
          <CustInstSharingDialog
            custInst={custInst}
            opened={named !== undefined && shows(CUSTINST_DIALOGS.share)}
            onClose={close}
          />
        </>
      )}
      <DeleteCustInst
        opened={named !== undefined && shows(CUSTINST_DIALOGS.remove)}
        of={custInst}
        onClose={close}
      />
    </>
  )
}

interface DeleteCustInstProps {
  opened: boolean
  of: { id: number; name: string; usageCount: number } | undefined
  onClose: () => void
}

/** Asks for confirmation, with the number of tabs that use it, then deletes the instruction. */
function DeleteCustInst({ opened, of, onClose }: DeleteCustInstProps) {
  const { t } = useTranslation('custinsts')
  const remove = useRemoveCustInst()
  const { name = '', usageCount: count = 0 } = of ?? {}
  return (
    <DeleteDialog
      opened={opened}
      id={of?.id}
      remove={remove}
      words={{
        title: t('delete'),
        question: count === 0 ? t('deleteUnused', { name }) : t('deleteQuestion', { name, count }),
        verb: t('delete'),
        deleted: t('deleted', { name }),
        failed: (sentence) => t('deleteFailed', { sentence }),
      }}
      onClose={onClose}
    />
  )
}
