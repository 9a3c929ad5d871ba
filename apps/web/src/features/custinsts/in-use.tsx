import type { Tab } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { InUseButton } from '#ui/in-use-button.tsx'
import { useCustInsts } from './list-api.ts'
import { idsIn } from './choice.ts'

/** Names the instructions that a tab uses; a click opens the list. */
export function CustInstsInUse({ tab, onOpen }: { tab: Tab; onOpen: () => void }) {
  const { t } = useTranslation('custinsts')
  const { data } = useCustInsts()
  if (!data) return null
  const names = idsIn(tab).map((id) => data.find((one) => one.id === id)?.name ?? t('lost'))
  const label = t('inUse', { names: names.join(' · ') })
  return <InUseButton icon="list-details" label={label} names={names} onClick={onOpen} />
}
