import type { Share } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import rows from '#ui/fact-rows.module.css'

/** What its owner can do with a link. */
export type Act = 'edit' | 'renew' | 'newKey' | 'end'

interface ShareRowProps {
  share: Share
  /** Names the chat and leads to it, where links of several chats are listed. */
  isNamed: boolean
  onAct: (act: Act) => void
}

/** One of one's own links: what it shows, until when, how often it was opened. */
export function ShareRow({ share, isNamed, onAct }: ShareRowProps) {
  const { t } = useTranslation('shares')
  const format = useFormat()
  const { name, projectId, tabId, goesOn, audience, sharedAt } = share
  // Without access a link has no name. Nothing can be done but end it, also while its chat is in the recycle bin.
  const isLost = name === ''
  const title = isLost ? (
    <b>{t('lost')}</b>
  ) : share.inBin ? (
    <>
      <b className="cut">{name}</b>
      <Link to="/bin">{t('inBin')}</Link>
    </>
  ) : isNamed ? (
    <Link to={`/projects/${projectId}${tabId === null ? '' : `?tab=${tabId}`}`} className="cut">
      {name}
    </Link>
  ) : (
    <b>{t('madeOn', { day: format.moment(share.created) })}</b>
  )
  return (
    <Row title={title} share={share} isClosed={!share.opens && !share.inBin}>
      <span>{t(tabId === null ? 'ofProject' : 'ofTab')}</span>
      <span>{t(`audiences.${audience}`)}</span>
      <span>{goesOn || !sharedAt ? t('goesOnShort') : t('asOf', { when: format.moment(sharedAt) })}</span>
      <Actions
        share={share}
        name={isNamed && !isLost ? name : format.moment(share.created)}
        isLost={isLost || share.inBin}
        onAct={onAct}
      />
    </Row>
  )
}

interface RowProps {
  title: ReactNode
  share: Pick<Share, 'created' | 'expires' | 'isExpired' | 'views' | 'lastOpened'>
  /** Whether it cannot be opened although it has not expired. */
  isClosed?: boolean
  /** More facts, and as the last child the actions. */
  children: readonly ReactNode[]
}

/** The frame of a link in a list, with the facts that every link has. */
export function Row({ title, share, isClosed = false, children }: RowProps) {
  const { t } = useTranslation('shares')
  const format = useFormat()
  const { expires, isExpired, views, lastOpened } = share
  return (
    <li className={rows.row}>
      <Icon name="link" />
      <div className={rows.text}>
        <span className={rows.first}>
          {title}
          {isExpired && <Chip kind="warn">{t('expired')}</Chip>}
          {isClosed && !isExpired && <Chip kind="warn">{t('closed')}</Chip>}
        </span>
        <span className={rows.facts}>
          {children.slice(0, -1)}
          <span title={expires ? format.full(expires) : undefined}>
            {expires ? t(isExpired ? 'endedOn' : 'endsOn', { day: format.day(expires) }) : t('endless')}
          </span>
          <span>{t('views', { count: views, shown: format.number(views) })}</span>
          <span>{lastOpened ? t('lastOpened', { when: format.moment(lastOpened) }) : t('neverOpened')}</span>
        </span>
      </div>
      <span className={rows.actions}>{children.at(-1)}</span>
    </li>
  )
}

interface ActionsProps {
  share: Share
  name: string
  isLost: boolean
  onAct: (act: Act) => void
}

function Actions({ share, name, isLost, onAct }: ActionsProps) {
  const { t } = useTranslation('shares')
  const end = <IconButton icon="trash" label={t('acts.end', { name })} onClick={() => onAct('end')} />
  if (isLost) return end
  return (
    <>
      {!share.goesOn && (
        <IconButton icon="refresh" label={t('acts.renew', { name })} onClick={() => onAct('renew')} />
      )}
      <IconButton icon="key" label={t('acts.newKey', { name })} onClick={() => onAct('newKey')} />
      <IconButton icon="pencil" label={t('acts.edit', { name })} onClick={() => onAct('edit')} />
      {end}
    </>
  )
}
