import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { useUserId } from '#features/session/index.ts'
import { fullName, useUser } from '#features/users/index.ts'
import { sharesOf } from './shared.ts'
import type { SharedItem } from './holders.ts'

type Item = Pick<SharedItem, 'ownerId' | 'assocContexts'>

/**
 * Says with how many an own item is shared, or who shares it; nothing for an item that only the reader has. Also says when
 * changes of its texts wait for approval.
 */
export function SharingFact({ item }: { item: Item & { waitsForApproval?: boolean } }) {
  const { t } = useTranslation('sharing')
  return (
    <>
      <SharedWith item={item} />
      {item.waitsForApproval && (
        <>
          <Chip kind="warn">{t('changesWait')}</Chip>
          <span>{t('approvedShown')}</span>
        </>
      )}
    </>
  )
}

function SharedWith({ item }: { item: Item }) {
  const { t } = useTranslation('sharing')
  const shares = sharesOf(item)
  if (useUserId() !== item.ownerId) return <SharedBy id={item.ownerId} />
  return shares > 0 && <span>{t('withCount', { count: shares })}</span>
}

/** Renders nothing when the owner is hidden from the reader. */
function SharedBy({ id }: { id: number }) {
  const { t } = useTranslation('sharing')
  const { data: owner } = useUser(id)
  return owner && <span>{t('sharedBy', { name: fullName(owner) })}</span>
}
