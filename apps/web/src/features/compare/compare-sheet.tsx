import type { Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../lib/texts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { compareParams } from './address.ts'
import { CompareForm } from './compare-form.tsx'
import { useCompare } from './use-compare.ts'

interface CompareSheetProps {
  project: Project
  tabs: readonly Tab[]
  opened: boolean
  onClose: () => void
}

/** Asks all tabs of a project and opens the comparison (chat specification, section 2). */
export function CompareSheet({ project, tabs, opened, onClose }: CompareSheetProps) {
  const { t } = useTranslation('compare')
  const [, setParams] = useSearchParams()
  const [covered, setCovered] = useState(false)
  const compare = useCompare(project, tabs, (id, stream) =>
    setParams((now) => compareParams(now, id, stream)),
  )
  return (
    <Sheet opened={opened} covered={covered} title={t('title')} lead={t('lead')} onClose={onClose}>
      <CompareForm compare={compare} autoFocus onCover={setCovered} />
    </Sheet>
  )
}
