import type { CustInst } from '@polylogue/contract'
import { Suspense } from 'react'
import { canWrite } from '../../lib/can.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ClampedText } from '../../ui/clamped-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ItemRow } from '../items/index.ts'
import { SharingFact } from '../sharing/index.ts'
import { useChooseForTab, useLikeCustInst } from './api.ts'
import { CustInstMenu } from './item-menu.tsx'
import css from './list.module.css'
import { choiceOf, uses, type Place } from './place.ts'

interface CustInstItemProps {
  custInst: CustInst
  place: Place | undefined
  heading: 'h3' | 'h4'
  named: boolean
}

/** A custom instruction in the list. */
export function CustInstItem({ custInst, place, heading, named }: CustInstItemProps) {
  const { name, description, content } = custInst
  return (
    <ItemRow
      name={name}
      heading={heading}
      named={named}
      actions={
        <>
          {place && canWrite(place.project) && <UseInTab custInst={custInst} place={place} />}
          <CustInstMenu custInst={custInst} place={place} />
        </>
      }
      facts={<Facts custInst={custInst} place={place} />}
    >
      {description && (
        <p dir="auto" className={css.description}>
          {description}
        </p>
      )}
      <div className={css.content}>
        <ClampedText name={name}>{content}</ClampedText>
      </div>
    </ItemRow>
  )
}

interface Placed {
  custInst: CustInst
  place: Place
}

function UseInTab({ custInst, place }: Placed) {
  const { t } = useTranslation('custinsts')
  const choose = useChooseForTab(place)
  const used = uses(place.tab, custInst)
  return (
    <IconButton
      icon={used ? 'circle-check-filled' : 'circle-check'}
      label={t('useNamed', { name: custInst.name })}
      aria-pressed={used}
      className={css.use}
      onClick={() => choose.mutate(choiceOf(custInst, !used))}
    />
  )
}

function Facts({ custInst, place }: Pick<CustInstItemProps, 'custInst' | 'place'>) {
  const { t } = useTranslation('custinsts')
  return (
    <>
      {place && uses(place.tab, custInst) && <Chip>{t('inTab')}</Chip>}
      {place && uses(place.project, custInst) && <Chip kind="line">{t('inProject')}</Chip>}
      <Suspense fallback={null}>
        <SharingFact item={custInst} />
      </Suspense>
      <span>{t('used', { count: custInst.usageCount })}</span>
      <Like custInst={custInst} />
    </>
  )
}

function Like({ custInst: { id, name, likes, liked } }: { custInst: CustInst }) {
  const { t } = useTranslation('custinsts')
  const like = useLikeCustInst()
  return (
    <Button
      kind="quiet"
      size="small"
      icon={liked ? 'thumb-up-filled' : 'thumb-up'}
      className={css.like ?? ''}
      aria-pressed={liked}
      aria-label={t('like', { name, count: likes })}
      onClick={() => like.mutate({ id, liked: !liked })}
    >
      {likes}
    </Button>
  )
}
