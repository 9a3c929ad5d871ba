import { useTranslation } from '#lib/texts.ts'
import { DeleteItem, useDialogItem, useItemDialogs } from '#features/items/index.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { useRemoveCustInst, useStoredCustInst, useUpdateCustInst } from './api.ts'
import { EditCustInstDialog } from './edit-dialog.tsx'
import { custInstKeys, useCustInsts } from './list-api.ts'
import { NewCustInstDialog } from './new-dialog.tsx'

/** The dialog that the address names. Ignores an instruction that the user cannot read. */
export function CustInstDialogs() {
  const { t } = useTranslation('custinsts')
  const { id } = useItemDialogs('custinsts')
  const { data } = useCustInsts()
  const named = data?.find((one) => one.id === id)
  const { item: custInst, isOpen, isAbout, isKept, close } = useDialogItem('custinsts', named)
  const remove = useRemoveCustInst()
  const { mutateAsync: update } = useUpdateCustInst()
  const { mutateAsync: stored } = useStoredCustInst()
  const { name = '', usageCount: count = 0 } = custInst ?? {}
  return (
    <>
      <NewCustInstDialog opened={isOpen('create')} onClose={close} />
      {custInst && (
        <>
          <EditCustInstDialog key={custInst.id} custInst={custInst} opened={isKept('edit')} onClose={close} />
          <ItemSharing
            noun="custinsts"
            item={custInst}
            opened={isAbout('share')}
            update={update}
            stored={stored}
            lists={custInstKeys.all}
            onClose={close}
          />
        </>
      )}
      <DeleteItem
        noun="custinsts"
        item={custInst}
        question={count === 0 ? t('deleteUnused', { name }) : t('deleteQuestion', { name, count })}
        opened={isAbout('remove')}
        remove={remove}
        onClose={close}
      />
    </>
  )
}
