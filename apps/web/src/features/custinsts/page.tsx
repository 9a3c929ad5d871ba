import { useParams } from 'react-router'
import type { FeatureView } from '#lib/feature-page.ts'
import { useTranslation } from '#lib/texts.ts'
import { LedAway } from '#ui/led-away.tsx'
import { usePermission } from '#features/session/index.ts'
import { CustInstList } from './list.tsx'

/** The custom instructions outside of a project; the address may name one. */
function CustInstPage() {
  const named = useParams()['id']
  if (usePermission('can_use_custinsts') === false) return <LedAway why="notAllowed" />
  return <CustInstList level={2} named={named === undefined ? undefined : Number(named)} />
}

export const custInstPage: FeatureView = {
  useHeading: () => useTranslation('custinsts').t('title'),
  View: CustInstPage,
}
