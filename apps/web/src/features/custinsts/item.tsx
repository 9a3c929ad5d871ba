import type { CustInst } from '@polylogue/contract'
import { Suspense } from 'react'
import { canWrite } from '#lib/can.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ItemRow } from '#features/items/index.ts'
import { SharingFact } from '#features/sharing/index.ts'
import { useChooseForTab, useLikeCustInst } from './api.ts'
import { CustInstMenu } from './item-menu.tsx'
import css from './list.module.css'
import { choiceOf, uses } from './choice.ts'

interface CustInstItemProps {
  custInst: CustInst
  openTab: OpenTab | undefined
  heading: 'h3' | 'h4'
  named: boolean
}

/** A custom instruction in the list. */
export function CustInstItem({ custInst, openTab, heading, named }: CustInstItemProps) {
  const { name, description, content } = custInst
  return (
    <ItemRow
      name={name}
      path={`/custinsts/${custInst.id}`}
      heading={heading}
      named={named}
      actions={
        <>
          {openTab && canWrite(openTab.project) && <UseInTab custInst={custInst} openTab={openTab} />}
          <CustInstMenu custInst={custInst} openTab={openTab} />
        </>
      }
      facts={<Metadata custInst={custInst} openTab={openTab} />}
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
  openTab: OpenTab
}

function UseInTab({ custInst, openTab }: Placed) {
  const { t } = useTranslation('custinsts')
  const choose = useChooseForTab(openTab)
  const used = uses(openTab.tab, custInst)
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

function Metadata({ custInst, openTab }: Pick<CustInstItemProps, 'custInst' | 'openTab'>) {
  const { t } = useTranslation('custinsts')
  return (
    <>
      {openTab && uses(openTab.tab, custInst) && <Chip>{t('inTab')}</Chip>}
      {openTab && uses(openTab.project, custInst) && <Chip kind="line">{t('inProject')}</Chip>}
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
