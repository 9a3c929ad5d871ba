import { SHARE_LIMITS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { FeatureView } from '#lib/feature-page.ts'
import { useShares } from '../api.ts'
import { ShareList } from './share-list.tsx'
import { ShareStep, type Step } from './share-step.tsx'
import { useShareActs } from './use-share-acts.ts'

/** All links of one's own. */
function OwnShares() {
  const { t } = useTranslation('shares')
  const shares = useShares({})
  const [step, setStep] = useState<Step | undefined>(undefined)
  // Kept while the dialog closes.
  const [last, setLast] = useState<Step | undefined>(undefined)
  const [dirty, setDirty] = useState(false)
  const go = (next: Step | undefined) => {
    if (next) setLast(next)
    setDirty(false)
    setStep(next)
  }
  const act = useShareActs(go)
  const shown = step ?? last
  return (
    <>
      <LeadRow lead={t('ownLead', { days: SHARE_LIMITS.keptDays })}>
        {shares.data && shares.data.length > 0 && (
          <Button onClick={() => go({ is: 'endAll' })}>{t('verbs.endAll')}</Button>
        )}
      </LeadRow>
      <ShareList
        isNamed
        list={shares}
        empty={
          <EmptyState title={t('empty')} text={t('emptyText')}>
            <LinkButton to="/projects">{t('toChats')}</LinkButton>
          </EmptyState>
        }
        onAct={act}
      />
      <Dialog
        opened={step !== undefined}
        title={shown && shown.is !== 'new' ? t(`titles.${shown.is}`) : ''}
        width={shown?.is === 'edit' ? 640 : 520}
        dirty={dirty}
        onClose={() => go(undefined)}
      >
        {shown && (
          <ShareStep
            step={shown}
            place={undefined}
            onDirty={setDirty}
            onStep={go}
            onDone={() => go(undefined)}
          />
        )}
      </Dialog>
    </>
  )
}

export const ownSharesPage: FeatureView = {
  useHeading: () => useTranslation('shares').t('own'),
  useCrumb: () => {
    const { t } = useTranslation('users')
    return { to: '/users/me', text: t('ownTitle') }
  },
  View: OwnShares,
}
