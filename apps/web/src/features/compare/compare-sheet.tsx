import type { Project, Tab } from '@polylogue/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { Sheet } from '#ui/sheet.tsx'
import { useUserId } from '#features/session/index.ts'
import { compareParams } from './address.ts'
import { useBroughtAlong } from './brought-along.ts'
import { CompareForm } from './compare-form.tsx'
import { useCompare } from './use-compare.ts'

interface CompareSheetProps {
  project: Project
  tabs: readonly Tab[]
  opened: boolean
  onClose: () => void
}

/** Asks all tabs of a project and opens the comparison (PROJECT-5). */
export function CompareSheet({ project, tabs, opened, onClose }: CompareSheetProps) {
  const { t } = useTranslation('compare')
  const [, setParams] = useParamsOfPage()
  const [covered, setCovered] = useState(false)
  const userId = useUserId()
  const brought = useBroughtAlong(`${userId}.compare-from.${project.id}`)
  const compare = useCompare(project, tabs, (id, stream) => {
    brought.sent()
    setParams((now) => compareParams(now, id, stream))
  })
  const open = useEffectEvent(() => brought.bring(compare))
  useEffect(() => {
    if (opened) open()
  }, [opened])
  return (
    <Sheet opened={opened} covered={covered} title={t('title')} lead={t('lead')} onClose={onClose}>
      <CompareForm compare={compare} autoFocus onCover={setCovered} />
    </Sheet>
  )
}
