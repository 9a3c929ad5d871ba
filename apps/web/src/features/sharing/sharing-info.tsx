import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { Suspense } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { LoadFailed } from '#ui/states.tsx'
import { AccessRow, useUserContextId } from '#features/contexts/index.ts'
import { fullName, UserAvatar, useUser } from '#features/users/index.ts'
import { ItemRequests } from '#features/publications/index.ts'
import { useSharers } from './api.ts'
import { Some } from './context-picker.tsx'
import { holdersOf, ownLevel, type Holder, type SharedItem, type Shares } from './holders.ts'
import { SharersSkeleton } from './sharers-skeleton.tsx'
import { OwnWay, ThroughGroups } from './through-groups.tsx'
import css from './sharing.module.css'

interface SharingInfoProps {
  item: SharedItem
  /** Undefined if the reader does not manage the item. */
  onEdit: (() => void) | undefined
  /** Undefined for the owner. */
  onLeave: (() => void) | undefined
  leaveVerb: string
  onClose: () => void
}

/** Shows item, owner and own access, and all shares to users who manage the item. */
export function SharingInfo({ item, onEdit, onLeave, leaveVerb, onClose }: SharingInfoProps) {
  const { t } = useTranslation(['sharing', 'ui'])
  const own = useUserContextId()
  return (
    <>
      <DialogBody>
        <div className={css.info}>
          {item.description && <p className={css.about}>{item.description}</p>}
          <FieldGroup label={t('owner')}>
            <Owner item={item} />
          </FieldGroup>
          {item.context.ownerContextId !== own && (
            <FieldGroup label={t('yourAccess')}>
              <p>{t(`you.${ownLevel(item)}`)}</p>
              {!onEdit && <OwnWay item={item} />}
            </FieldGroup>
          )}
          {onEdit && <Sharers item={item} />}
          {onEdit && (
            <Suspense fallback={null}>
              <ItemRequests contextId={item.context.id} />
            </Suspense>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        {onLeave && (
          <Button size="large" icon="logout" onClick={onLeave}>
            {leaveVerb}
          </Button>
        )}
        <Button size="large" onClick={onClose} data-autofocus={onLeave && !onEdit ? true : undefined}>
          {t('ui:close')}
        </Button>
        {onEdit && (
          <Button size="large" kind="fill" onClick={onEdit}>
            {t('edit')}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

function Owner({ item }: { item: SharedItem }) {
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const { data: owner, isError } = useUser(item.ownerId)
  if (isError) return <p className={css.count}>{t('ownerUnseen')}</p>
  const you = item.context.ownerContextId === own ? [t('you.owner')] : []
  return (
    <div className={css.person}>
      <UserAvatar person={owner} size={40} />
      <span className={css.name}>
        <b className="cut">{owner ? fullName(owner) : ' '}</b>
        <span className="cut">{[owner?.username ?? '', ...you].join(' · ')}</span>
      </span>
    </div>
  )
}

/** Lists the shares with people and those with groups apart; counts those that are hidden from the reader. */
function Sharers({ item }: { item: SharedItem }) {
  const { t } = useTranslation('sharing')
  const errorMessage = useErrorMessage()
  const sharers = useSharers(item)
  const known = new Map(sharers.data?.map(({ context }) => [context.id, context]))
  // New holders have no name until the list is refetched.
  const holders = holdersOf(item).filter(({ id }) => known.has(id) || !sharers.data || !sharers.isFetching)
  const isGroup = ({ id }: Holder) =>
    (known.get(id)?.contextTypeId ?? CONTEXT_TYPES.user) !== CONTEXT_TYPES.user
  const groups = holders.filter(isGroup)
  const people = holders.filter((holder) => !isGroup(holder))
  if (holders.length === 0 || !sharers.data)
    return (
      <FieldGroup label={t('sharedWith')}>
        {holders.length === 0 ? (
          <p className={css.count}>{t('nobody')}</p>
        ) : sharers.isError ? (
          <LoadFailed
            title={t('loadFailed')}
            {...errorMessage(sharers.error)}
            onRetry={() => void sharers.refetch()}
          />
        ) : (
          <SharersSkeleton />
        )}
      </FieldGroup>
    )
  return (
    <>
      {people.length > 0 && (
        <FieldGroup label={t('directly')}>
          <Holders label={t('directly')} holders={people} known={known} />
        </FieldGroup>
      )}
      {groups.length > 0 && (
        <FieldGroup label={t('throughGroups')}>
          <Holders label={t('throughGroups')} holders={groups} known={known} />
        </FieldGroup>
      )}
      {groups.length > 0 && <ThroughGroups key={item.modified} item={item} />}
    </>
  )
}

interface HoldersProps {
  label: string
  holders: readonly Holder[]
  known: Shares['known']
}

function Holders({ label, holders, known }: HoldersProps) {
  const { t } = useTranslation('sharing')
  return (
    <ul className={css.list} aria-label={label}>
      <Some of={holders}>
        {({ id, level }) => (
          <AccessRow context={known.get(id) ?? null} access={{ label: t(`levels.${level}`) }} />
        )}
      </Some>
    </ul>
  )
}
